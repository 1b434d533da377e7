import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { currentLanguage, t } from '#texts'
import {
  type LimitedProcess,
  startLimitedProcess,
  tellsOutOfMemory,
} from '../../threads/start-limited-process.ts'
import { ImportFileError } from '../files/import-file-error.ts'
import type { ColumnDescription } from '../meaning/describe-column.ts'
import type { MappedColumn } from '../meaning/normalise-candidate.ts'
import type { Suggestion } from '../meaning/suggest-mapping.ts'
import type { CountryHints } from '../meaning/suggest-phone-country.ts'
import type { Opened, TableAnswer, TableFile, TableQuestion, TableSurvey } from './table-messages.ts'

/** Rows are read one after the other, so this is far more than a file needs. */
const heapMegabytes = 512
const maxKilobytes = 1_600_000
/** Far more than the largest file takes on a busy machine. */
const maxMinutes = 10
const idleMs = 5_000
const maxIdle = 4

const reader = new URL('./table-process.ts', import.meta.url)
/** Where the reader keeps what does not fit into its memory. */
const scratch = join(tmpdir(), 'muster-strings-*')

/** A file that is open in a process. */
export interface OpenedTable extends Opened {
  /** Suggests a field for each of the first so many columns. Of a wide table that takes seconds. */
  suggest(columns: number): Promise<Suggestion[]>
  /** Goes through all rows once, holding only tallies. */
  survey(columns: MappedColumn[], hints: CountryHints): Promise<TableSurvey>
  /** Suggests a custom field for the column with this index, by all its values. */
  describe(column: number): Promise<ColumnDescription>
}

function outOfMemory(): ImportFileError {
  return new ImportFileError(
    'too_large',
    t`Reading this file takes too much memory. Split it and import the parts.`,
  )
}

function stopped(): ImportFileError {
  return new ImportFileError(
    'broken',
    t`The file could not be read completely. Save it again in your spreadsheet app and retry.`,
  )
}

interface Reader extends LimitedProcess {
  /** The folder whose files it may open. */
  folder: string
  /** Ends it when it has taken too long, idle times included. */
  deadline: NodeJS.Timeout
}

/** Waits for the answer of a process to what it was asked last, or for its end. */
function nextAnswer(reader: Reader): Promise<TableAnswer> {
  const { child } = reader
  const { promise, resolve, reject } = Promise.withResolvers<TableAnswer>()
  const [tooMuch, ended] = [outOfMemory(), stopped()]
  const onError = () => reject(ended)
  const onClose = () => reject(reader.ranOutOfMemory() ? tooMuch : ended)
  child.once('message', resolve).once('error', onError).once('close', onClose)
  if (!child.connected) onClose()
  return promise.finally(() => {
    child.off('message', resolve).off('error', onError).off('close', onClose)
  })
}

async function ask(
  reader: Reader,
  question: TableQuestion,
): Promise<Exclude<TableAnswer, { refused: unknown } | { failed: unknown }>> {
  const answered = nextAnswer(reader)
  // A process that is gone answers by its end.
  reader.child.send(question, () => {})
  const answer = await answered
  if ('refused' in answer) throw new ImportFileError(answer.refused.code, answer.refused.message)
  if ('failed' in answer && tellsOutOfMemory(`${answer.failed.code} ${answer.failed.message}`))
    throw outOfMemory()
  if ('failed' in answer) throw Object.assign(new Error(answer.failed.message), { code: answer.failed.code })
  return answer
}

/**
 * Processes that have read a file and wait a moment for the next of the same folder: to start one and to compile its
 * code anew takes as long as reading.
 */
const idle = new Map<Reader, NodeJS.Timeout>()

function end(reader: Reader): void {
  clearTimeout(reader.deadline)
  clearTimeout(idle.get(reader))
  idle.delete(reader)
  reader.child.kill('SIGKILL')
}

function startReader(folder: string): Reader {
  const limits = { heapMegabytes, maxKilobytes, seconds: maxMinutes * 60 }
  const limited = startLimitedProcess(reader, limits, {
    readable: [folder, scratch],
    writable: [scratch],
    serialization: 'advanced',
  })
  const started: Reader = {
    ...limited,
    folder,
    deadline: setTimeout(() => end(started), maxMinutes * 60_000).unref(),
  }
  const { child } = limited
  // Each answer that is waited for has a listener of its own; without any an error would end the server.
  child.on('error', () => {})
  child.once('close', () => end(started))
  return started
}

function takeReader(folder: string): Reader {
  const waiting = idle.keys().find((one) => one.folder === folder && one.child.connected)
  if (!waiting) return startReader(folder)
  clearTimeout(idle.get(waiting))
  idle.delete(waiting)
  waiting.child.ref()
  waiting.child.channel?.ref()
  return waiting
}

function giveBack(reader: Reader): void {
  const [longest] = idle.keys()
  if (longest && idle.size >= maxIdle) end(longest)
  // Nothing of an idle process keeps the server from ending, which ends the process in turn.
  reader.child.unref()
  reader.child.channel?.unref()
  idle.set(reader, setTimeout(() => end(reader), idleMs).unref())
}

/**
 * Opens a file in a process of its own with limits on time and memory, so that requests are answered while it is read
 * and no file can crash the server. The process reads one file at a time, and ends unless `work` succeeded.
 * @throws ImportFileError for a file that cannot be read
 */
export async function withTableProcess<Result>(
  source: TableFile,
  work: (table: OpenedTable) => Promise<Result>,
): Promise<Result> {
  const reader = takeReader(dirname(source.path))
  let isWhole = false
  try {
    const opened = await ask(reader, { open: { ...source, language: currentLanguage() } })
    if (!('opened' in opened)) throw stopped()
    const result = await work({
      ...opened.opened,
      async suggest(columns) {
        const answer = await ask(reader, { suggest: columns })
        if (!('suggested' in answer)) throw stopped()
        return answer.suggested
      },
      async survey(columns, hints) {
        const answer = await ask(reader, { survey: { columns, hints } })
        if (!('survey' in answer)) throw stopped()
        return answer.survey
      },
      async describe(column) {
        const answer = await ask(reader, { describe: column })
        if (!('described' in answer)) throw stopped()
        return answer.described
      },
    })
    isWhole = true
    return result
  } finally {
    if (isWhole) giveBack(reader)
    else end(reader)
  }
}
