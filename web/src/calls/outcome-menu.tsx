import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { callOutcomes, type listCalls, updateCall } from '@muster/contract/calls.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { IconArrowBackUp, IconCheck, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { call as send } from '../api/call.ts'
import { queryClient, type RowOf } from '../api/query.ts'
import { customFieldsQuery } from '../custom-fields/custom-fields-query.ts'
import { askForFields } from '../custom-fields/with-required-fields.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { type CallOutcome, outcomeLabels } from './call-labels.ts'
import { missingForCall } from './call-requirements.ts'
import { callbackChoices } from './callback-choices.ts'
import { callsChanged, undoCall } from './log-outcome.ts'
import classes from './outcome-menu.module.css'

type Call = RowOf<typeof listCalls>
type Correction = CallOf<typeof updateCall>['body']

const withoutCallback = callOutcomes.filter((outcome) => outcome !== 'callback')

/** Asks for the fields that the outcome requires and that are empty. Returns null if the user cancels. */
async function sendCorrection(call: Call, body: Correction): Promise<ResponseOf<typeof updateCall> | null> {
  const params = { id: call.id }
  const { outcome } = body
  const { items } = await queryClient.ensureQueryData(customFieldsQuery('call'))
  const fields = outcome ? missingForCall(items, outcome, call.customFields) : []
  if (!outcome || fields.length === 0) return send(updateCall, { params, body })
  return askForFields(
    [{ applicationId: call.id, fields }],
    { subject: t(outcomeLabels[outcome]), of: 1, action: t`Change outcome` },
    ({ customFields }) => send(updateCall, { params, body: { ...body, customFields } }),
  )
}

/** Corrects the outcome of a call, with an Undo that restores the previous one. */
async function correct(call: Call, body: Correction, undone = false): Promise<void> {
  const before: Correction =
    call.provider && !call.outcomeSetBy
      ? { outcome: null }
      : { outcome: call.outcome, callbackAt: call.callbackAt }
  try {
    const corrected = await sendCorrection(call, body)
    if (!corrected) return
    const { outcome, movedTo } = corrected
    const said = outcome ? t(outcomeLabels[outcome]) : t`No outcome`
    const status = movedTo?.name
    toast(
      status ? t`${said}. Moved to ${status}` : said,
      undone ? undefined : () => void correct(call, before, true),
    )
  } catch (error) {
    toastError(error, t`Outcome not changed`)
  }
  if (call.application) callsChanged(call.application.id)
}

/** The outcomes of a call to choose from; it closes on a choice. */
export function OutcomeMenu({ call }: { call: Call }) {
  const [asked, setAsked] = useState(true)
  const opened = useOpened(asked)
  const { application, outcome, suggestedOutcome, outcomeSetBy } = call
  const choose = (next: CallOutcome) => void correct(call, { outcome: next })
  return (
    <Menu opened={opened} onChange={setAsked} width={240} position="bottom-start" withinPortal>
      <Menu.Target>
        <button type="button" className={classes.button}>
          <Trans>Change outcome</Trans>
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {withoutCallback.map((each) => (
          <Menu.Item
            key={each}
            rightSection={each === outcome && <IconCheck size={14} stroke={1.6} aria-label={t`now`} />}
            onClick={() => choose(each)}
          >
            {t(outcomeLabels[each])}
          </Menu.Item>
        ))}
        <Menu.Label>
          <Trans>Call back</Trans>
        </Menu.Label>
        {callbackChoices().map(({ key, label, at }) => (
          <Menu.Item key={key} onClick={() => void correct(call, { outcome: 'callback', callbackAt: at })}>
            {label}
          </Menu.Item>
        ))}
        {(outcomeSetBy && call.provider) || (application && call.can.takeBack) ? <Menu.Divider /> : null}
        {outcomeSetBy && call.provider && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} stroke={1.6} aria-hidden />}
            onClick={() => void correct(call, { outcome: null })}
          >
            {suggestedOutcome ? t`Use the agent’s suggestion` : t`No outcome`}
          </Menu.Item>
        )}
        {application && call.can.takeBack && (
          <Menu.Item
            leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
            onClick={() => void undoCall(application.id, call.id)}
          >
            <Trans>Undo call</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
