import { Radio, Stack } from '@mantine/core'

interface ChoiceListProps {
  label: string
  /** What each value is called. */
  choices: Record<string, string>
  value: string | undefined
  onChoose: (value: string) => void
}

/** One of a few. */
export function ChoiceList({ label, choices, value, onChoose }: ChoiceListProps) {
  return (
    <Radio.Group label={label} value={value ?? null} onChange={onChoose} p={12}>
      <Stack gap={8}>
        {Object.entries(choices).map(([choice, words]) => (
          <Radio key={choice} size="xs" value={choice} label={words[0]?.toUpperCase() + words.slice(1)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
