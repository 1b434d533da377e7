import { t } from '@lingui/core/macro'
import { formatNumber } from '../ui/format.ts'

const chunkSize = 500

/**
 * Processes many ids in chunks. With more than one chunk it shows a progress bar with a Stop button. Returns
 * undefined when all are done, otherwise the error, or no error when it was stopped.
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
