import { Stack, Text } from '@mantine/core'
import { DescriptionList } from '../ui/description-list.tsx'

interface SharedTextProps {
  summary: string
  answers: readonly { label: string; value: string }[]
  /** Who signs the summary. */
  signature: string
}

/** A summary and answers as the client reads them. */
export function SharedText({ summary, answers, signature }: SharedTextProps) {
  return (
    <Stack gap="xs">
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {summary}
      </Text>
      <Text size="xs" c="var(--ink-3)">
        {signature}
      </Text>
      {answers.length > 0 && (
        <DescriptionList>
          {answers.map(({ label, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may be equal, and the order is theirs
            <div key={index}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </DescriptionList>
      )}
    </Stack>
  )
}
