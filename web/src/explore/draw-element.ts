const svgNamespace = 'http://www.w3.org/2000/svg'

interface Frame {
  left: number
  top: number
}

function addShape(to: Element, name: string, attributes: Record<string, string | number>): Element {
  const shape = document.createElementNS(svgNamespace, name)
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, String(value))
  to.append(shape)
  return shape
}

/** Returns a colour as every program reads it: browsers write mixed ones as `color(srgb 0.2 0.4 0.6)`. */
export function plainColor(color: string): string {
  const mixed = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.]+))?\)$/.exec(color)
  if (!mixed) return color
  const [red, green, blue] = mixed.slice(1, 4).map((part) => Math.round(Number(part) * 255))
  return mixed[4] ? `rgba(${red}, ${green}, ${blue}, ${mixed[4]})` : `rgb(${red}, ${green}, ${blue})`
}

const isTransparent = (color: string) => color === 'transparent' || /[,/] ?0\)$/.test(color)

function drawBox(to: Element, box: DOMRect, style: CSSStyleDeclaration, frame: Frame) {
  const [x, y] = [box.left - frame.left, box.top - frame.top]
  const color = style.backgroundColor
  if (!isTransparent(color))
    addShape(to, 'rect', {
      ...{ x, y, width: box.width, height: box.height, fill: plainColor(color) },
      rx: Number.parseFloat(style.borderTopRightRadius) || 0,
    })
  for (const [side, at] of [
    ['Top', y],
    ['Bottom', y + box.height],
  ] as const) {
    const width = Number.parseFloat(style[`border${side}Width`])
    if (!width || style[`border${side}Style`] === 'none') continue
    addShape(to, 'line', {
      ...{ x1: x, x2: x + box.width, y1: at, y2: at, 'stroke-width': width },
      stroke: plainColor(style[`border${side}Color`]),
    })
  }
}

/** Returns the parts of a text that are on lines of their own, with the place of each. */
function linesOf(node: Text): { text: string; box: DOMRect }[] {
  const range = document.createRange()
  const lines: { text: string; box: DOMRect; start: number }[] = []
  for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    const box = range.getBoundingClientRect()
    if (box.width === 0) continue
    const last = lines.at(-1)
    if (!last || Math.abs(last.box.top - box.top) > 2) {
      lines.push({ text: word, box, start: index })
      continue
    }
    range.setStart(node, last.start)
    last.text = `${last.text} ${word}`
    last.box = range.getBoundingClientRect()
  }
  return lines
}

/** Cuts a text as the page does where an element hides what is too long. */
function cut(text: string, width: number, room: number): string {
  if (width <= room + 1) return text
  return `${text.slice(0, Math.max(Math.floor((text.length * room) / width) - 1, 1)).trimEnd()}…`
}

function drawText(to: Element, node: Text, parent: Element, frame: Frame) {
  const style = getComputedStyle(parent)
  const room = style.overflowX === 'visible' ? Number.POSITIVE_INFINITY : parent.clientWidth
  for (const { text, box } of linesOf(node)) {
    const shape = addShape(to, 'text', {
      x: box.left - frame.left,
      y: box.top - frame.top + box.height / 2,
      dy: '0.35em',
      fill: plainColor(style.color),
      'font-size': style.fontSize,
      'font-weight': style.fontWeight,
      'font-family': style.fontFamily,
    })
    // The font of the page may not be there, and another one must not be wider.
    shape.setAttribute('textLength', String(Math.min(box.width, room)))
    shape.setAttribute('lengthAdjust', 'spacingAndGlyphs')
    shape.textContent = cut(text, box.width, room)
  }
}

function isShown(element: Element, { display, visibility, clipPath }: CSSStyleDeclaration): boolean {
  return (
    display !== 'none' &&
    visibility === 'visible' &&
    clipPath === 'none' &&
    element.getClientRects().length > 0
  )
}

function draw(to: Element, element: Element, frame: Frame) {
  // Icons say what the colour of the number beside them says too.
  if (element instanceof SVGElement) return
  const style = getComputedStyle(element)
  if (!isShown(element, style)) return
  drawBox(to, element.getBoundingClientRect(), style, frame)
  for (const child of element.childNodes) {
    if (child instanceof Text) drawText(to, child, element, frame)
    else if (child instanceof Element) draw(to, child, frame)
  }
}

/**
 * Draws an element with what is in it as it is laid out on the page: grounds, lines above and below, and words. Bars and tables are
 * made of nothing else.
 */
export function drawElement(element: HTMLElement): SVGSVGElement {
  // What is scrolled out of view is a part of the picture too.
  for (let outer: HTMLElement | null = element; outer; outer = outer.parentElement) outer.scrollLeft = 0
  const { left, top } = element.getBoundingClientRect()
  const [width, height] = [element.scrollWidth, element.scrollHeight]
  const picture = document.createElementNS(svgNamespace, 'svg')
  picture.setAttribute('width', String(width))
  picture.setAttribute('height', String(height))
  draw(picture, element, { left, top })
  return picture
}
