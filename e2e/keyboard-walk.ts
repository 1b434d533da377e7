import type { Page } from 'playwright-core'

/** What can be pressed or typed into with a pointer, and so must be with keys. */
const operable =
  'a[href], button, input, select, textarea, [role=button], [role=tab], [role=checkbox], [tabindex="0"]'

/** How many stops a walk may take before it counts as endless. */
const longestWalk = 220

interface Stop {
  /** What a person would call it. */
  what: string
  /** Nothing tells that the focus is there, nobody can see it, or a screen reader has no name for it. */
  problem: string | null
}

/** Marks each operable element in view below `within`; those a walk passes lose the mark. */
async function markOperable(page: Page, within: string): Promise<void> {
  await page.locator(within).evaluate((part, selector) => {
    const groups = new Set<Element>()
    for (const element of part.querySelectorAll<HTMLElement>(selector)) {
      const box = element.getBoundingClientRect()
      const shown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const inView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
      if (!shown || !inView || box.width < 2 || element.matches(':disabled, [aria-disabled=true], [inert] *'))
        continue
      // Of a group that arrow keys walk, such as tabs, rows or cards, one is a stop for all.
      const group = element.closest(
        '[role=tablist], [role=radiogroup], [role=toolbar], [role=grid], [data-arrow-keys]',
      )
      if (group) {
        if (groups.has(group)) continue
        groups.add(group)
        group.setAttribute('data-unreached', 'group')
        continue
      }
      // What is left out of the walk on purpose repeats something that is in it.
      if (element.tabIndex >= 0 || element.matches('input:not([type=hidden])'))
        element.setAttribute('data-unreached', '')
    }
  }, operable)
}

async function stopHere(page: Page): Promise<Stop | null> {
  return page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return null
    element.removeAttribute('data-unreached')
    element.closest('[data-unreached=group]')?.removeAttribute('data-unreached')
    const what = (
      element.getAttribute('aria-label') ||
      (element.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ')
        .trim() ||
      (element as HTMLInputElement).labels?.[0]?.textContent ||
      element.getAttribute('title') ||
      element.textContent ||
      element.getAttribute('placeholder') ||
      ''
    )
      .trim()
      .slice(0, 60)
    const name = `${element.tagName.toLowerCase()} ${what}`
    const box = element.getBoundingClientRect()
    const ring = (one: Element) => {
      const style = getComputedStyle(one)
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1
    }
    // The mark may be on what the element fills: a card, a row, a field.
    const around = [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      element.closest('[data-row]'),
    ]
    const marked =
      element.matches('input, textarea, select') ||
      around.some((one) => one && (ring(one) || getComputedStyle(one).boxShadow !== 'none'))
    const seen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
    let problem: string | null = null
    if (!what) problem = 'has no name'
    else if (!seen && !element.matches('#content')) problem = 'is out of view'
    else if (!marked && !element.matches('#content')) problem = 'does not show the focus'
    return { what: name, problem }
  })
}

/**
 * Walks the screen that is open with Tab alone, from its first stop to its last. Answers what is wrong on the way: a stop without a
 * name, out of view or without a mark, or what a pointer could press and the walk never reached.
 * @param whole also what stands round every screen; otherwise from where the skip link leads
 */
export async function walkScreen(page: Page, { whole }: { whole: boolean }): Promise<string[]> {
  if (whole) await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  else await page.locator('#content').focus()
  await markOperable(page, whole ? 'body' : '#content')
  const problems = new Set<string>()
  let stops = 0
  for (; stops < longestWalk; stops += 1) {
    // Held down, for letting it go takes a browser as long again.
    await page.keyboard.down('Tab')
    const stop = await stopHere(page)
    if (!stop) break
    if (stop.problem) problems.add(`${stop.what} ${stop.problem}`)
  }
  await page.keyboard.up('Tab')
  if (stops === 0) problems.add('the walk ends at once')
  if (stops === longestWalk) return [...problems, `more than ${longestWalk} stops`]
  const unreached = await page.$$eval('[data-unreached]', (elements) =>
    elements.map((element) => `never reached: ${element.outerHTML.slice(0, 120)}`),
  )
  return [...problems, ...unreached]
}
