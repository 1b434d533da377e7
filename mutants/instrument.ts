import type { Mutant } from './mutant.ts'

interface Point {
  start: number
  end: number
  mutants: Mutant[]
}

/**
 * Puts all mutants into one source: a switch at each place chooses the active mutant, else the original. So a file is
 * compiled once, and another mutant needs no other module.
 * @param statements where statements begin: a line that starts with a parenthesis would continue the previous one.
 * @param control the id for which the module throws on load.
 */
export function instrument(
  code: string,
  mutants: readonly Mutant[],
  statements: ReadonlySet<number>,
  control: number,
): string {
  const points = pointsOf(mutants)
  const guard = `if (__mutant(${control})) throw new Error('control');`
  return guard + emit(0, code.length, points)

  function emit(from: number, to: number, inside: readonly Point[]): string {
    let text = ''
    let at = from
    for (const point of inside) {
      if (point.start < at) continue
      const nested = inside.filter(
        (each) => each !== point && each.start >= point.start && each.end <= point.end,
      )
      const original = emit(point.start, point.end, nested)
      const choices = point.mutants.map((mutant) => `__mutant(${mutant.id}) ? (${mutant.text}) : `)
      const begins = statements.has(point.start) && point.start !== from
      text += `${code.slice(at, point.start)}${begins ? ';' : ''}(${choices.join('')}(${original}))`
      at = point.end
    }
    return text + code.slice(at, to)
  }
}

/** Outer ones before inner ones. */
function pointsOf(mutants: readonly Mutant[]): Point[] {
  const points = new Map<string, Point>()
  for (const mutant of mutants) {
    const { start, end } = mutant
    const key = `${start}:${end}`
    const point = points.get(key) ?? { start, end, mutants: [] }
    point.mutants.push(mutant)
    points.set(key, point)
  }
  return [...points.values()].sort((a, b) => a.start - b.start || b.end - a.end)
}
