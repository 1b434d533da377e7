import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Text } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { getCoveredResume } from '@muster/contract/reviews.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery } from '../api/query.ts'

const FilePreview = lazy(() =>
  import('../uploads/file-preview.tsx').then((module) => ({ default: module.FilePreview })),
)

type Problem = NonNullable<ResponseOf<typeof getCoveredResume>['problem']>

const reasons: Record<Problem, MessageDescriptor> = {
  unsupported: msg`Only PDF, Word (DOCX) and plain text can be covered. Upload the résumé as one of these.`,
  broken: msg`The file is damaged. Ask for another copy.`,
  protected: msg`The file is password-protected. Ask for a copy without a password.`,
  'too-large': msg`The file is too large or has more than 15 pages. Ask for a shorter copy.`,
  'too-slow': msg`Covering it took too long. Ask for a simpler copy.`,
  'no-text': msg`It is a picture of text, such as a scan, so contact details cannot be found in it. Ask for the original file.`,
  unreadable: msg`Its text cannot be read reliably, so contact details may stay visible. Ask for another copy.`,
}

/** What the client gets of a résumé: a copy with contact data covered, or why there is none. */
export function CoveredResume({ applicationId, name }: { applicationId: string; name: string }) {
  const { data, error } = useQuery({
    ...endpointQuery(getCoveredResume, { params: { id: applicationId } }),
    staleTime: 60_000,
  })
  const [opened, setOpened] = useState(false)
  if (error) return <Alert color="red">{errorMessage(error)}</Alert>
  if (data?.state === 'none') return null
  if (data?.problem)
    return <Alert title={t`The client does not see the résumé`}>{t(reasons[data.problem])}</Alert>
  const pages = data?.pageCount ?? 0
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="var(--ink-2)">
          {data
            ? plural(pages, {
                one: 'Résumé with contact details covered, # page',
                other: 'Résumé with contact details covered, # pages',
              })
            : t`Covering contact details in the résumé`}
        </Text>
        <Button
          size="xs"
          variant="default"
          disabled={!data}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {opened ? <Trans>Hide résumé</Trans> : <Trans>View résumé</Trans>}
        </Button>
      </Group>
      {opened && (
        <Suspense>
          <FilePreview
            fileId={applicationId}
            name={t`Résumé of ${name}.pdf`}
            contentType="application/pdf"
            covered
          />
        </Suspense>
      )}
    </>
  )
}
