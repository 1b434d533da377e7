import type { JSHandle, Page } from 'playwright-core'

/** What can be pressed or typed into with a pointer, and so must be with keys. */
const operable =
  'a[href], button, input, select, textarea, [role=button], [role=tab], [role=checkbox], [tabindex="0"]'

/** How many stops a walk may take before it counts as endless. */
const longestWalk = 220

/** Until it is asked whether the walk is over. */
const placesAtOnce = 20

interface Stop {
  /** What a person would call it. */
  what: string
  /** Nothing tells that the focus is there, nobody can see it, or a screen reader has no name for it. */
  problem: string | null
}

interface Walk {
  stops: Stop[]
  /** The focus has left the last. */
  ended: boolean
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

/**
 * Has the page note each place the focus stays at, when the next Tab is about to leave it: keys that are held down come faster
 * than anybody could ask in between. A place without focus ends the walk.
 */
async function noteStops(page: Page): Promise<JSHandle<Walk>> {
  return page.evaluateHandle(() => {
    const walk: Walk = { stops: [], ended: false }
    const ring = (one: Element) => {
      const style = getComputedStyle(one)
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1
    }
    const nameOf = (element: HTMLElement) => {
      const labelled = (element.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ')
        .trim()
      const name =
        element.getAttribute('aria-label') ||
        labelled ||
        (element as HTMLInputElement).labels?.[0]?.textContent ||
        element.getAttribute('title') ||
        element.textContent ||
        element.getAttribute('placeholder') ||
        ''
      return name.trim().slice(0, 60)
    }
    const problemOf = (element: HTMLElement, name: string) => {
      if (!name) return 'has no name'
      if (element.matches('#content')) return null
      const box = element.getBoundingClientRect()
      const seen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
      if (!seen) return 'is out of view'
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
      return marked ? null : 'does not show the focus'
    }
    const note = () => {
      const element = document.activeElement
      walk.ended = !(element instanceof HTMLElement) || element === document.body
      if (walk.ended || !(element instanceof HTMLElement)) return
      element.removeAttribute('data-unreached')
      element.closest('[data-unreached=group]')?.removeAttribute('data-unreached')
      const name = nameOf(element)
      // Where what slides in will be in a moment.
      for (const animation of document.getAnimations())
        if (animation instanceof CSSTransition) animation.finish()
      walk.stops.push({ what: `${element.tagName.toLowerCase()} ${name}`, problem: problemOf(element, name) })
    }
    let begun = false
    addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Tab' || walk.ended) return
        if (begun) note()
        begun = true
      },
      { capture: true },
    )
    return walk
  })
}

/** Holds Tab down for so many places, without waiting at each. */
export async function holdTab(page: Page, places: number): Promise<void> {
  await Promise.all(Array.from({ length: places }, () => page.keyboard.down('Tab')))
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
  const noted = await noteStops(page)
  let walk: Walk
  do {
    await holdTab(page, placesAtOnce)
    walk = await noted.jsonValue()
  } while (!walk.ended && walk.stops.length < longestWalk)
  await page.keyboard.up('Tab')
  const wrong = walk.stops.filter(({ problem }) => problem)
  const problems = new Set(wrong.map(({ what, problem }) => `${what} ${problem}`))
  if (walk.stops.length === 0) problems.add('the walk ends at once')
  if (!walk.ended) return [...problems, `more than ${longestWalk} stops`]
  const unreached = await page.$$eval('[data-unreached]', (elements) =>
    elements.map((element) => `never reached: ${element.outerHTML.slice(0, 120)}`),
  )
  return [...problems, ...unreached]
}
