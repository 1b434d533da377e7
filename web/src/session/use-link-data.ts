import { useEffect, useState } from 'react'
import { linkToken } from './link-token.ts'

/** Loads what an emailed link refers to. `retry` loads it again after a failure. */
export function useLinkData<Data>(load: (token: string) => Promise<Data>) {
  const [data, setData] = useState<Data>()
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry loads it again
  useEffect(() => {
    let left = false
    load(linkToken())
      .then((loaded) => !left && setData(loaded))
      .catch((error) => !left && setFailure(error))
    return () => {
      left = true
    }
  }, [load, attempt])
  const retry = () => {
    setFailure(null)
    setAttempt((now) => now + 1)
  }
  return { data, failure, retry }
}
