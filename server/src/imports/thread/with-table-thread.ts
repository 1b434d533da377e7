import { Worker } from 'node:worker_threads'
import { spokenLanguage, t } from '#texts'
import { ImportFileError } from '../files/import-file-error.ts'
import type { MappedColumn } from '../meaning/normalise-candidate.ts'
import type { CountryHints } from '../meaning/suggest-phone-country.ts'
import type { Opened, SurveyRequest, TableAnswer, TableSource, TableSurvey } from './table-messages.ts'

/** Rows are read one after the other, so this is far more than a file needs. */
const heapMegabytes = 512
/** Far more than the largest file takes on a busy machine. */
const mostMinutes = 10

/** A file that is open in a thread. */
export interface OpenedTable extends Opened {
  /** Goes through all rows once, holding only tallies. */
  survey(columns: MappedColumn[], hints: CountryHints): Promise<TableSurvey>
}

function outOfMemory(): ImportFileError {
  return new ImportFileError(
    'too_large',
    t`The file takes too much memory to be read. Split it and import the parts.`,
  )
}

function stopped(): ImportFileError {
  return new ImportFileError(
    'broken',
    t`The file could not be read to its end. Save it anew in your spreadsheet program and try again.`,
  )
}

/** Waits for the answer of a thread to what it was asked last, or for its end. */
function nextAnswer(worker: Worker): Promise<TableAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<TableAnswer>()
  const [tooMuch, ended] = [outOfMemory(), stopped()]
  const onError = ({ code }: NodeJS.ErrnoException) =>
    reject(code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch : ended)
  const onExit = () => reject(ended)
  const tooLong = setTimeout(onExit, mostMinutes * 60_000)
  worker.once('message', resolve).once('error', onError).once('exit', onExit)
  return promise.finally(() => {
    clearTimeout(tooLong)
    worker.off('message', resolve).off('exit', onExit)
  })
}

async function answerOf(
  worker: Worker,
): Promise<Exclude<TableAnswer, { refused: unknown } | { failed: unknown }>> {
  const answer = await nextAnswer(worker)
  if ('refused' in answer) throw new ImportFileError(answer.refused.code, answer.refused.message)
  if ('failed' in answer) throw Object.assign(new Error(answer.failed.message), { code: answer.failed.code })
  return answer
}

/**
 * Opens a file in a thread of its own, so that requests are answered while it is read, and ends the thread after `work`.
 * A thread that dies takes nothing with it.
 * @throws ImportFileError for a file that cannot be read
 */
export async function withTableThread<Result>(
  source: Omit<TableSource, 'language'>,
  work: (table: OpenedTable) => Promise<Result>,
): Promise<Result> {
  const worker = new Worker(new URL('./table-thread.ts', import.meta.url), {
    workerData: { ...source, language: spokenLanguage() } satisfies TableSource,
    // Nothing it prints may reach the log: that could be rows of the file.
    stdout: true,
    stderr: true,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  worker.stdout.resume()
  worker.stderr.resume()
  // Each answer that is waited for has a listener of its own; without any an error would end the process.
  worker.on('error', () => {})
  try {
    const opened = await answerOf(worker)
    if (!('opened' in opened)) throw stopped()
    return await work({
      ...opened.opened,
      async survey(columns, hints) {
        worker.postMessage({ columns, hints } satisfies SurveyRequest)
        const answer = await answerOf(worker)
        if (!('survey' in answer)) throw stopped()
        return answer.survey
      },
    })
  } finally {
    await worker.terminate()
  }
}
