import { globSync, readFileSync } from 'node:fs'
import { colorsNamed } from 'culori'
import { type Declaration, parse } from 'postcss'
import valueParser from 'postcss-value-parser'
import { describe, expect, it } from 'vitest'

const source = new URL('..', import.meta.url).pathname

/** tokens.css defines the values; PDF pages are paper with dimensions of their own. */
const exempt = ['theme/tokens.css', 'theme/fonts.css', 'uploads/pdf-view.css']

interface Part {
  type: 'word' | 'function'
  text: string
  /** For a function: whether its values are tokens. */
  computed?: boolean
}

/** Returns the words of a value, without the contents of `var()`. */
function partsOf(value: string): Part[] {
  const parts: Part[] = []
  valueParser(value).walk((node) => {
    if (node.type === 'word') parts.push({ type: 'word', text: node.value })
    if (node.type === 'function') {
      const computed = node.nodes.some((each) => each.type === 'function' && each.value === 'var')
      parts.push({ type: 'function', text: node.value, computed })
    }
    return !(node.type === 'function' && ['var', 'url'].includes(node.value))
  })
  return parts
}

const colorFunctions = /^(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)$/i
const spacing = /^(margin|padding|gap|row-gap|column-gap|inset|scroll-margin|scroll-padding)(-|$)/
const motion = /^(transition|animation)(-|$)/
const lines =
  /^(border|outline|box-shadow|stroke|text-decoration|text-underline|inset|top|left|right|bottom|transform|translate|clip)/

function isColor({ type, text, computed }: Part): boolean {
  return type === 'function'
    ? !computed && colorFunctions.test(text)
    : text.startsWith('#') || text.toLowerCase() in colorsNamed
}

/** Returns whether a value consists of tokens of a kind and of allowed words. */
function isOf(value: string, kind: string, words: readonly string[]): boolean {
  // The font size of an avatar depends on its size.
  if (value.startsWith('calc(var(--size)')) return true
  let holds = true
  valueParser(value).walk((node) => {
    if (node.type === 'word') holds &&= words.includes(node.value)
    if (node.type !== 'function' || node.value !== 'var') return
    holds &&= new RegExp(`^--${kind}-`).test(node.nodes[0]?.value ?? '')
    return false
  })
  return holds
}

/** Returns what is wrong with a declaration, if anything. */
function faultOf({ prop, value }: Declaration): string | undefined {
  const parts = partsOf(value)
  if (parts.some(isColor)) return 'a colour by value'
  if (prop === 'font' && value !== 'inherit') return 'a font that is no token'
  if (prop === 'font-size' && !isOf(value, 'text', ['inherit', '100%']))
    return 'a size of text that is no token'
  if (prop === 'line-height' && !isOf(value, '(leading|control-height)', ['inherit', 'normal', '1']))
    return 'a line height that is no token'
  if (prop === 'font-weight' && !isOf(value, 'weight', ['inherit'])) return 'a weight that is no token'
  if (/radius$/.test(prop) && !isOf(value, 'radius', ['0', 'inherit'])) return 'a radius that is no token'
  if (prop === 'z-index' && !isOf(value, 'z', ['0', 'auto'])) return 'a z-index that is no token'
  const units = parts.flatMap(({ text }) => {
    const unit = valueParser.unit(text)
    return unit ? [{ size: Math.abs(Number(unit.number)), unit: unit.unit }] : []
  })
  if (motion.test(prop) && units.some(({ unit }) => unit === 'ms' || unit === 's'))
    return 'a duration that is no token'
  const sizes = units.filter(({ unit }) => unit === 'px').map(({ size }) => size)
  if (spacing.test(prop) && sizes.some((size) => size > 1 && size <= 48)) return 'a distance that is no token'
  const least = lines.test(prop) ? 2 : 1
  if (sizes.some((size) => size > least && size % 4 !== 0)) return 'a size off the grid of 4 px'
  return undefined
}

/** Returns what follows a `:has(…)` in a selector, such as `> :first-child`. */
function afterHas(selector: string): string {
  return selector.includes(':has(') ? selector.slice(selector.indexOf(')', selector.indexOf(':has('))) : ''
}

describe('the style sheets', () => {
  const sheets = globSync('**/*.css', { cwd: source }).filter((name) => !exempt.includes(name))

  // Otherwise the browser restyles the whole page whenever an element is added or removed: 1,550 elements for
  // each key in a list, instead of 40.
  it.each(sheets)('%s uses a class for what it styles inside :has', (name) => {
    const unnamed: string[] = []
    parse(readFileSync(source + name, 'utf8')).walkRules(({ selectors }) => {
      unnamed.push(
        ...selectors.filter((selector) => /[\s>+~](?![^\s]*[.[])[^\s>+~]+$/.test(afterHas(selector))),
      )
    })
    expect(unnamed).toEqual([])
  })

  it.each(sheets)('%s uses tokens only', (name) => {
    const faults: string[] = []
    parse(readFileSync(source + name, 'utf8')).walkDecls((declaration) => {
      const fault = faultOf(declaration)
      const { prop, value, source: place } = declaration
      if (fault) faults.push(`${place?.start?.line}: ${prop}: ${value}: ${fault}`)
    })
    expect(faults, faults.join('\n')).toEqual([])
  })
})

const code = globSync('**/*.tsx', { cwd: source })

/** Patterns that no screen may contain. */
const rules: { fault: string; pattern: RegExp; except?: readonly string[] }[] = [
  { fault: 'a colour by value', pattern: /["'`](#[0-9a-fA-F]{3,8}|(rgb|hsl|oklch)a?\(.*)["'`]/g },
  // Grey for secondary, red for destructive, orange for warnings; otherwise the accent.
  {
    fault: 'a colour of the library',
    pattern: /\b(color|c|bg)="(?!gray"|red"|orange"|dimmed"|var\(--)[^"]*"/g,
  },
  { fault: 'a size of text of its own', pattern: /\b(fz|fw|lh|lts)=/g },
  {
    fault: 'a distance off the grid',
    pattern: /\b(p|m)[xytblr]?=\{(?!(0|4|8|12|16|20|24|32)\})\d+\}|\bgap=\{(?!(0|4|8|12|16|20|24)\})\d+\}/g,
  },
  {
    fault: 'an icon of another size',
    pattern:
      /<(?!ActionIcon)[A-Z]\w*Icon\b[^>]*\bsize=\{(?!14\}|16\}|20\}|28\})\d+\}|<Icon[A-Z]\w*\b[^>]*\bsize=\{(?!14\}|16\}|20\}|28\})\d+\}/g,
  },
  { fault: 'an icon of another weight', pattern: /\bstroke=\{(?!1\.6\}|1\.4\})[\d.]+\}/g },
  { fault: 'an icon of no weight', pattern: /<Icon(?!Button)[A-Z]\w*\b(?![^>]*(stroke=|\{\.\.\.))[^>]*>/g },
  {
    fault: 'a drawing of its own',
    pattern: /<svg\b/g,
    except: [
      'statuses/status-icon.tsx',
      'ui/logo.tsx',
      'analytics/charts/time-chart.tsx',
      'explore/line-chart.tsx',
      'dashboard/sparkline.tsx',
      'second-factor/qr-code.tsx',
    ],
  },
  {
    fault: 'an icon of another family',
    pattern: /import [^;'"]*\bIcon[A-Z][^;'"]*from '(?!@tabler\/icons-react'|\.)[^']*'/g,
  },
]

describe('the screens', () => {
  it.each(code)('%s has no styling of its own', (name) => {
    const text = readFileSync(source + name, 'utf8')
    const faults = rules
      .filter(({ except }) => !except?.includes(name))
      .flatMap(({ fault, pattern }) => [...text.matchAll(pattern)].map(([found]) => `${found}: ${fault}`))
    expect(faults, faults.join('\n')).toEqual([])
  })
})
