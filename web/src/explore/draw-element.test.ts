import { describe, expect, it } from 'vitest'
import { plainColor } from './draw-element.ts'

describe('plainColor', () => {
  it('writes mixed colours as other programs read them', () => {
    expect(plainColor('color(srgb 0.2 0.4 1)')).toBe('rgb(51, 102, 255)')
    expect(plainColor('color(srgb 0 0 0 / 0.5)')).toBe('rgba(0, 0, 0, 0.5)')
    expect(plainColor('rgb(1, 2, 3)')).toBe('rgb(1, 2, 3)')
  })
})
