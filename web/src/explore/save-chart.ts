import { saveBlob } from '../ui/save-blob.ts'
import { drawElement } from './draw-element.ts'

const margin = 16
const lineHeight = 24
const textSize = 15
/** How wide a letter of a title or caption is at most on average. */
const letter = 8
/** The properties that style sheets give a chart; a file has none of these. */
const styled = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'font-size',
  'font-weight',
  'font-family',
  'text-anchor',
  'color',
] as const

/** Writes the styles that the page gives each element into the copy of it. */
function copyStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from)
  for (const name of styled) to.setAttribute(name, style.getPropertyValue(name))
  to.removeAttribute('class')
  to.removeAttribute('style')
  for (const [index, child] of [...from.children].entries()) copyStyles(child, to.children[index]!)
}

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

function textAt(text: string, y: number, weight: string): SVGTextElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', 'text')
  element.textContent = text
  const attributes = { x: margin, y, fill: token('--ink'), 'font-size': textSize, 'font-weight': weight }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  element.setAttribute('font-family', getComputedStyle(document.body).fontFamily)
  return element
}

/** Breaks a text into lines of a width, as SVG does not. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && (last.length + word.length + 1) * letter <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function copyOf(chart: SVGSVGElement): SVGSVGElement {
  const picture = chart.cloneNode(true) as SVGSVGElement
  copyStyles(chart, picture)
  const { width, height } = chart.getBoundingClientRect()
  picture.setAttribute('width', String(width))
  picture.setAttribute('height', String(height))
  return picture
}

/** Returns the chart as a file of its own: with a title, its styles and a ground. */
function pictureOf(chart: HTMLElement | SVGSVGElement, title: string, caption: string): SVGSVGElement {
  const picture = chart instanceof SVGSVGElement ? copyOf(chart) : drawElement(chart)
  const [width, height] = [Number(picture.getAttribute('width')), Number(picture.getAttribute('height'))]
  const above = [
    ...wrap(title, width).map((text) => ({ text, weight: '600' })),
    ...wrap(caption, width).map((text) => ({ text, weight: '400' })),
  ].map(({ text, weight }, index) => textAt(text, margin + 12 + index * lineHeight, weight))
  const room = above.length * lineHeight
  const [wide, high] = [width + 2 * margin, height + 2 * margin + room]
  const group = document.createElementNS('http://www.w3.org/2000/svg', 'g')
  group.setAttribute('transform', `translate(${margin} ${margin + room})`)
  group.append(...picture.childNodes)
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  ground.setAttribute('width', String(wide))
  ground.setAttribute('height', String(high))
  ground.setAttribute('fill', token('--panel'))
  picture.append(ground, ...above, group)
  picture.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  picture.setAttribute('width', String(wide))
  picture.setAttribute('height', String(high))
  picture.setAttribute('viewBox', `0 0 ${wide} ${high}`)
  return picture
}

async function paint(svg: Blob, width: number, height: number): Promise<Blob> {
  const address = URL.createObjectURL(svg)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * 2
    canvas.height = height * 2
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas is empty'))), 'image/png')
    })
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Saves the chart on screen as a picture. */
export async function saveChart(format: 'svg' | 'png', title: string, caption: string): Promise<void> {
  const chart = document.querySelector<HTMLElement | SVGSVGElement>('[data-chart]')
  if (!chart) return
  const picture = pictureOf(chart, title, caption)
  const svg = new Blob([new XMLSerializer().serializeToString(picture)], { type: 'image/svg+xml' })
  const blob =
    format === 'svg'
      ? svg
      : await paint(svg, Number(picture.getAttribute('width')), Number(picture.getAttribute('height')))
  saveBlob(blob, `${title.replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'chart'}.${format}`)
}
