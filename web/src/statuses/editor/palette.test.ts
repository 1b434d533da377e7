import { describe, expect, it } from 'vitest'
import { contrasts, differences } from '../seen-colors.ts'
import { palette } from './palette.ts'

describe('palette', () => {
  const colors = palette.map(({ color }) => color)

  it.each(colors)('%s looks different from every other, to all eyes, light and dark', (color) => {
    for (const other of colors.filter((each) => each !== color))
      for (const [where, difference] of Object.entries(differences(color, other)))
        expect(difference, `${other}, ${where}`).toBeGreaterThanOrEqual(5)
  })

  it.each(colors)('%s stands out from a card', (color) => {
    for (const [theme, contrast] of Object.entries(contrasts(color)))
      expect(contrast, theme).toBeGreaterThanOrEqual(3)
  })
})
