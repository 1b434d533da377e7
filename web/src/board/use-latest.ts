import { useLayoutEffect, useMemo, useRef } from 'react'

type Functions<Of> = { [name in keyof Of]: (...input: never[]) => unknown }

/** The same functions for good, each doing what the latest one of its name does. */
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
