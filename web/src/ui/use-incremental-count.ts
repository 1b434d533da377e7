import { startTransition, useEffect, useState } from 'react'

/**
 * Returns how many of `count` items to render: `step` at first, and as many more after each frame, so that
 * input is handled in between. Rendering a large board at once would block for a third of a second.
 */
export function useIncrementalCount(count: number, step: number): number {
  const [drawn, setDrawn] = useState(step)
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(drawn + step))
  }, [drawn, count, step])
  return drawn
}
