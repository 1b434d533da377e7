import { randomInt } from 'node:crypto'

// Short words that are hard to confuse.
const words = `
acorn actor agent album alley amber anchor angle ankle apple apron arrow aspen atlas attic autumn bacon badge bagel
baker bamboo banjo barley barn basil basket beacon bench berry birch bishop bison blanket blossom bonfire bottle
boulder bracket bramble branch bread breeze brick bridge bronze brush bucket button cabin cactus camel candle canoe
canvas canyon captain carbon carrot castle cedar cello chalk cherry chimney cider cinema circus clover cobalt cocoa
comet copper coral cotton cousin cradle crane crater cricket crystal curtain cycle daisy dancer delta desert diamond
dolphin dragon drawer drummer eagle easel ember engine falcon feather fennel ferry fiddle flame flint flute forest
fossil fountain fox galaxy garden garlic ginger glacier glove goblet granite grape gravel guitar hammer harbor harvest
hazel helmet heron hickory hill honey horizon husky iceberg indigo island ivory jacket jasmine jersey jigsaw juniper
kayak kettle kitchen kite ladder lagoon lantern laurel lava lemon lentil library lighthouse lilac linen lizard lobster
locket lotus magnet mango maple marble meadow melon mirror mitten monkey mosaic mountain muffin museum mustard napkin
needle nickel noodle nutmeg oasis ocean olive onion opal orange orbit orchard otter oven oyster paddle palace panda
paper parade parrot peach peanut pebble pelican pencil pepper piano pickle pigeon pillow pirate planet plaza plum
pocket poet pony poppy pottery prairie pretzel puzzle quartz quilt rabbit radar radio raisin raven ribbon river robin
rocket saddle saffron salmon sandal satin
`
  .trim()
  .split(/\s+/)

/**
 * Returns five words and a number, such as `maple-otter-candle-prairie-kite-38`: about 46 bits, to be read off a
 * terminal and typed once. Online guessing is locked after ten failures.
 */
export function memorablePassword(): string {
  const chosen = Array.from({ length: 5 }, () => words[randomInt(words.length)])
  return `${chosen.join('-')}-${randomInt(10, 100)}`
}
