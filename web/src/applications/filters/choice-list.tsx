import type { MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Radio, Stack } from '@mantine/core'

interface ChoiceListProps {
  label: string
  /** The label of each value. */
  choices: Record<string, MessageDescriptor>
  value: string | undefined
  onChoose: (value: string) => void
}

function capitalised(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

/** A single choice among a few. */
export function ChoiceList({ label, choices, value, onChoose }: ChoiceListProps) {
  return (
    <Radio.Group label={label} value={value ?? null} onChange={onChoose} p={12}>
      <Stack gap={8}>
        {Object.entries(choices).map(([choice, words]) => (
          <Radio key={choice} size="xs" value={choice} label={capitalised(t(words))} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
