import { type ActivityLog, activityText, strongWords } from './activity-words.ts'

/** A sentence in which some words stand out, each once, in the order they come. */
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

/** One entry of the history as a sentence. Comments and calls are told by their own components. */
export function ActivitySentence({ log }: { log: ActivityLog }) {
  return <Emphasised text={activityText(log)} words={strongWords(log)} />
}
