import { statusTypeKeys, statusTypes } from '@muster/contract/status-types.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { contrasts, differences } from './color-vision.ts'
import { StatusIcon } from './status-icon.tsx'

function pairs<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((one, index) => items.slice(index + 1).map((other): [Item, Item] => [one, other]))
}

describe('the colours of status types', () => {
  const neighbours = statusTypeKeys.slice(1).map((type, index) => [statusTypeKeys[index]!, type] as const)

  it.each(neighbours)(
    'distinguish %s from %s beside it at a glance, with colour blindness too, light and dark',
    (one, other) => {
      for (const [where, difference] of Object.entries(
        differences(statusTypes[one].color, statusTypes[other].color),
      ))
        expect(difference, where).toBeGreaterThanOrEqual(8)
    },
  )

  it.each(pairs(statusTypeKeys))('differ between %s and %s', (one, other) => {
    for (const [where, difference] of Object.entries(
      differences(statusTypes[one].color, statusTypes[other].color),
    ))
      expect(difference, where).toBeGreaterThanOrEqual(5)
  })

  it.each(statusTypeKeys)('have enough contrast on a card for %s', (type) => {
    for (const [theme, contrast] of Object.entries(contrasts(statusTypes[type].color)))
      expect(contrast, theme).toBeGreaterThanOrEqual(3)
  })
})

describe('StatusIcon', () => {
  it('has a distinct shape for each type, whatever the colour', () => {
    const shapes = statusTypeKeys.map((type) =>
      renderToStaticMarkup(createElement(StatusIcon, { type, color: 'black' })),
    )
    expect(new Set(shapes).size).toBe(statusTypeKeys.length)
  })
})
