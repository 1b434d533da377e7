import { startTransition, useEffect, useState } from 'react'

/**
 * How many of `count` things to draw: `step` at first and as many more after each picture, so that keys and clicks
 * come through in between. Drawing all at once holds a large board up for a third of a second.
 */
export function useInTurn(count: number, step: number): number {
  const [drawn, setDrawn] = useState(step)
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(drawn + step))
  }, [drawn, count, step])
  return drawn
}
