import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Modal } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { addSampleData, type getStart, removeSampleData } from '@muster/contract/start.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { formatNumber } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { BoardSketch } from './board-sketch.tsx'
import classes from './start.module.css'

type Sample = ResponseOf<typeof getStart>['sample']

/** Reads everything again: sample data are part of every screen. */
const refetchAll = () => queryClient.invalidateQueries()

function toastRemoved({ kept }: ResponseOf<typeof removeSampleData>) {
  const { people, positions } = kept
  if (people + positions === 0) return toast(t`Sample data removed`)
  const parts = [
    people > 0 && plural(people, { one: '# candidate', other: '# candidates' }),
    positions > 0 && plural(positions, { one: '# position', other: '# positions' }),
  ].filter(Boolean)
  const list = parts.join(', ')
  return toast(t`Sample data removed. Kept because of your own work: ${list}`)
}

function RemoveDialog({ sample, onClose }: { sample: Sample; onClose: () => void }) {
  const { people, entries } = sample.worked
  const [includeWorked, setIncludeWorked] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(removeSampleData, { query: includeWorked ? { includeWorked: 'true' } : {} }),
    onSuccess: async (removed) => {
      toastRemoved(removed)
      onClose()
      await refetchAll()
    },
  })
  const added = plural(entries, { one: '# entry', other: '# entries' })
  return (
    <Modal opened onClose={onClose} title={t`Remove sample data`}>
      <div className={classes.dialog}>
        <p>
          <Trans>
            Sample companies, positions, candidates, calls and users will be deleted. Everything you added
            stays.
          </Trans>
        </p>
        {people > 0 && (
          <Checkbox
            checked={includeWorked}
            onChange={(event) => setIncludeWorked(event.currentTarget.checked)}
            label={plural(people, {
              one: 'Also remove # sample candidate you worked on',
              other: 'Also remove # sample candidates you worked on',
            })}
            description={t`Includes ${added} you added: comments, calls, files`}
          />
        )}
        {remove.isError && (
          <p role="alert" className={classes.error}>
            {errorMessage(remove.error)}
          </p>
        )}
        <div className={classes.dialogButtons}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            <Trans>Remove sample data</Trans>
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** Offers sample data, or to remove them. */
export function SampleCard({ sample }: { sample: Sample }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  const load = useMutation({
    mutationFn: () => call(addSampleData, { body: {} }),
    onSuccess: async () => {
      await refetchAll()
      toast(t`Sample data added`)
      await navigate({ to: '/dashboard' })
    },
  })
  const figures = [
    { label: t`applications`, value: sample.applications },
    { label: t`positions`, value: sample.positions },
    { label: t`companies`, value: sample.companies },
  ]
  return (
    <section id="sample" className={classes.sample} aria-labelledby="sample-title">
      <BoardSketch />
      <div className={classes.sampleWords}>
        <h2 id="sample-title" className={classes.sampleTitle}>
          {sample.loadedAt === null ? t`Explore with sample data` : t`Sample data`}
        </h2>
        <p className={classes.sampleText}>
          {sample.loadedAt === null
            ? t`A year at a staffing agency: boards, calls with transcripts and reports.`
            : t`This workspace contains sample companies, candidates and calls.`}
        </p>
        <dl className={classes.figures}>
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatNumber(value)}</dd>
            </div>
          ))}
        </dl>
        {sample.loadedAt === null ? (
          <Button
            variant="default"
            fullWidth
            loading={load.isPending}
            disabled={sample.whyNot !== null}
            onClick={() => load.mutate()}
          >
            <Trans>Load sample data</Trans>
          </Button>
        ) : (
          <Button variant="default" fullWidth onClick={() => setAsked(true)}>
            <Trans>Remove sample data…</Trans>
          </Button>
        )}
        {load.isError && (
          <p role="alert" className={classes.error}>
            {errorMessage(load.error)}
          </p>
        )}
        <p className={classes.note}>
          {sample.loadedAt === null && sample.whyNot !== null
            ? sample.whyNot
            : t`You can remove it in one action. Your own data stays.`}
        </p>
      </div>
      {asked && <RemoveDialog sample={sample} onClose={() => setAsked(false)} />}
    </section>
  )
}
