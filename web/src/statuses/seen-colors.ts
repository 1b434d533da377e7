import {
  type Color,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  interpolate,
  type Rgb,
  rgb,
  wcagContrast,
} from 'culori'
import { readTokens } from '../theme/read-tokens.ts'

/** For tests: how a colour looks to eyes that see all of it, and to those that see no red, green or blue. */
const eyes: Record<string, (color: Rgb) => Color> = {
  'all eyes': (color) => color,
  protanopia: filterDeficiencyProt(1),
  deuteranopia: filterDeficiencyDeuter(1),
  tritanopia: filterDeficiencyTrit(1),
}

/** A status's colour as drawn in each theme: mixed with `--status-lightness` of white. */
const themes = Object.fromEntries(
  Object.entries(readTokens()).map(([theme, tokens]) => {
    const lightness = Number.parseFloat(tokens['status-lightness']!) / 100
    const drawn = (color: string) => rgb(interpolate([color, 'white'], 'oklab')(lightness))
    return [theme, { ground: tokens.panel!, drawn }]
  }),
)

const difference = differenceCiede2000()

/** For each theme and kind of eyes, how far apart two colours look (CIEDE2000: 1 is hardly seen, 5 is plain). */
export function differences(one: string, other: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(themes).flatMap(([theme, { drawn }]) =>
      Object.entries(eyes).map(([eye, seen]) => [
        `${theme}, ${eye}`,
        difference(seen(drawn(one)), seen(drawn(other))),
      ]),
    ),
  )
}

/** How much a shape of the colour stands out from a card, by theme, as WCAG measures it. */
export function contrasts(color: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(themes).map(([theme, { ground, drawn }]) => [theme, wcagContrast(drawn(color), ground)]),
  )
}
