import { t } from '@lingui/core/macro'
import { formatNumber } from '../ui/format.ts'

const chunkSize = 500

/**
 * Does something to many ids, some hundreds at a time: with more than that its progress stands at the bottom, where
 * it can be stopped. Answers undefined when all is done, else what it ended with: no error when it was stopped.
 */
export async function inChunks(
  ids: readonly string[],
  underWay: string,
  work: (some: string[]) => Promise<void>,
): Promise<{ error: unknown } | undefined> {
  let stopped = false
  const showing =
    ids.length > chunkSize
      ? import('../ui/progress-toast.tsx').then(({ showProgress }) =>
          showProgress(underWay, () => {
            stopped = true
          }),
        )
      : undefined
  try {
    for (let done = 0; done < ids.length; done += chunkSize) {
      if (stopped) return { error: null }
      const count = formatNumber(done)
      const total = formatNumber(ids.length)
      void showing?.then((progress) =>
        progress.update(t`${underWay}: ${count} of ${total}`, done / ids.length),
      )
      await work(ids.slice(done, done + chunkSize))
    }
    return undefined
  } catch (error) {
    return { error }
  } finally {
    void showing?.then((progress) => progress.close())
  }
}
