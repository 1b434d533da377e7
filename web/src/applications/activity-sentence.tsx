import type { ReactNode } from 'react'
import { type ActivityLog, editWords } from './activity-words.ts'

/** Who did it: a colleague, an agent, or the product by itself. */
function Actor({ log }: { log: ActivityLog }) {
  return <b>{log.actor.name}</b>
}

function File({ log }: { log: ActivityLog }) {
  const verb =
    !log.newValue && log.field === 'resumeFileId' ? 'removed' : log.oldValue ? 'replaced' : 'attached'
  const what = log.field === 'resumeFileId' ? 'the résumé' : 'a file'
  return (
    <>
      <Actor log={log} /> {verb} {what}
    </>
  )
}

function Reverted({ log }: { log: ActivityLog }) {
  if (log.to) {
    return (
      <>
        <Actor log={log} /> took back the move: again in <b>{log.to.name}</b>
      </>
    )
  }
  return (
    <>
      <Actor log={log} /> took back a change: {editWords(log)}
    </>
  )
}

/** One entry of the history as a plain sentence. Comments and calls are told by their own components. */
export function ActivitySentence({ log }: { log: ActivityLog }): ReactNode {
  const actor = <Actor log={log} />
  const bySystem = log.actor.kind === 'system'
  switch (log.kind) {
    case 'created':
      return bySystem ? (
        <>The application came in{log.to && ` as ${log.to.name}`}</>
      ) : (
        <>
          {actor} added the application{log.to && ` to ${log.to.name}`}
        </>
      )
    case 'imported':
      return bySystem ? <>The application was imported</> : <>{actor} imported the application</>
    case 'moved':
      return (
        <>
          {actor} moved it {log.from && `from ${log.from.name} `}to <b>{log.to?.name}</b>
        </>
      )
    case 'edited':
      return (
        <>
          {actor} {editWords(log)}
        </>
      )
    case 'email':
      return <>{actor} sent an e-mail</>
    case 'file':
      return <File log={log} />
    case 'disposition':
      return (
        <>
          {actor} closed it: <b>{[log.newValue, log.field?.toLowerCase()].filter(Boolean).join(', ')}</b>
        </>
      )
    case 'reopened':
      return (
        <>
          {actor} reopened it{log.to && ` in ${log.to.name}`}
        </>
      )
    case 'deleted':
      return <>{actor} deleted the application</>
    case 'restored':
      return <>{actor} restored the application</>
    case 'reverted':
      return <Reverted log={log} />
    default:
      return actor
  }
}
