import type { Page } from 'playwright-core'

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/**
 * Watches for what moves in the page by itself, from now on: what follows a key or a click is the person's own doing.
 * Answers how to ask for it, each shift with what moved, from where to where, so that a failure explains itself.
 */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(async () => {
    // A word drawn before its font has come is wider or narrower then; here it is asked what moves afterwards.
    await document.fonts.ready
    const shifts: string[] = []
    Object.assign(window, { shifts })
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x}, ${y}, ${width} x ${height}`
    const named = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement
      return element ? element.outerHTML.slice(0, 300) : 'what is gone by now'
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput || value === 0) continue
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${named(node)} from ${place(previousRect)} to ${place(currentRect)}`,
        )
        shifts.push(`${value}: ${moved.join('; ')}`)
      }
    }).observe({ type: 'layout-shift' })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
}
