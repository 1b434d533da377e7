import { useLayoutEffect, useMemo, useRef } from 'react'

type Functions<Of> = { [name in keyof Of]: (...input: never[]) => unknown }

/** Returns stable functions that call the latest version of each. */
export function useLatest<Of extends Functions<Of>>(functions: Of): Of {
  const latest = useRef(functions)
  useLayoutEffect(() => {
    latest.current = functions
  })
  return useMemo(() => {
    const names = Object.keys(latest.current) as (keyof Of)[]
    const stable = names.map((name) => [name, (...input: never[]) => latest.current[name](...input)])
    return Object.fromEntries(stable)
  }, [])
}
