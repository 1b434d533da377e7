import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import classes from './transcript.module.css'

interface Turn {
  /** The key of the turn, since the same text may occur twice. */
  place: number
  speaker: string | null
  text: string
}

/** Parses a transcript with lines such as "Nova: Hello"; other text stays as is. */
function turnsOf(transcript: string, names: Readonly<Record<string, string>>): Turn[] {
  return transcript
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, place) => {
      const [, speaker, text] = /^([^:\n]{1,40}):\s+(.+)$/u.exec(line) ?? []
      return { place, speaker: speaker ? (names[speaker] ?? speaker) : null, text: text ?? line }
    })
}

/** Highlights the search text. */
function marked(text: string, sought: string): ReactNode {
  if (sought === '') return text
  const parts: ReactNode[] = []
  const lower = text.toLowerCase()
  let from = 0
  for (let at = lower.indexOf(sought); at !== -1; at = lower.indexOf(sought, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + sought.length)}</mark>)
    from = at + sought.length
  }
  return [...parts, text.slice(from)]
}

interface TranscriptProps {
  text: string
  /** The names of the speakers "Agent" and "Person". */
  agent: string | null
  person?: string | null | undefined
}

/** The collapsed transcript of a call; a long one can be searched. */
export function Transcript({ text, agent, person }: TranscriptProps) {
  const [sought, setSought] = useState('')
  const turns = useMemo(
    () =>
      turnsOf(text, {
        Agent: agent ?? t({ message: 'Agent', context: 'who speaks on a call' }),
        Person: person ?? t({ message: 'Candidate', context: 'who speaks on a call' }),
      }),
    [text, agent, person],
  )
  const needle = sought.trim().toLowerCase()
  const shown = needle === '' ? turns : turns.filter((turn) => turn.text.toLowerCase().includes(needle))
  return (
    <details className={classes.fold}>
      <summary>
        <Trans>Transcript</Trans>{' '}
        <span className={classes.caption}>{plural(turns.length, { one: '# line', other: '# lines' })}</span>
      </summary>
      {turns.length > 8 && (
        <TextInput
          type="search"
          size="xs"
          className={classes.search}
          aria-label={t`Search the transcript`}
          placeholder={t`Search the transcript`}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className={classes.transcript} aria-label={t`Transcript`} tabIndex={0}>
        {shown.map(({ place, speaker, text: said }) => (
          <p key={place} className={classes.turn}>
            {speaker && <b>{speaker}</b>}
            <span>{marked(said, needle)}</span>
          </p>
        ))}
        {shown.length === 0 && (
          <p className={classes.turn} role="status">
            <span>
              <Trans>No matches</Trans>
            </span>
          </p>
        )}
      </section>
    </details>
  )
}
