import { describe, expect, it } from 'vitest'
import { contrasts, differences } from '../color-vision.ts'
import { palette } from './palette.ts'

describe('palette', () => {
  const colors = palette.map(({ color }) => color)

  it.each(colors)(
    '%s is distinguishable from every other, with colour blindness too, light and dark',
    (color) => {
      for (const other of colors.filter((each) => each !== color))
        for (const [where, difference] of Object.entries(differences(color, other)))
          expect(difference, `${other}, ${where}`).toBeGreaterThanOrEqual(5)
    },
  )

  it.each(colors)('%s has enough contrast on a card', (color) => {
    for (const [theme, contrast] of Object.entries(contrasts(color)))
      expect(contrast, theme).toBeGreaterThanOrEqual(3)
  })
})
