import { type ActivityEvent, activityText, emphasisedWords } from './activity-text.ts'

/** Renders a sentence with some words emphasised, each once, in their order. */
function Emphasised({ text, words }: { text: string; words: readonly string[] }) {
  const [word, ...rest] = words
  if (word === undefined) return text
  const at = text.indexOf(word)
  if (at === -1) return <Emphasised text={text} words={rest} />
  return (
    <>
      {text.slice(0, at)}
      <b>{word}</b>
      <Emphasised text={text.slice(at + word.length)} words={rest} />
    </>
  )
}

/** Renders an entry of the history as a sentence. Comments and calls have components of their own. */
export function ActivitySentence({ log }: { log: ActivityEvent }) {
  return <Emphasised text={activityText(log)} words={emphasisedWords(log)} />
}
