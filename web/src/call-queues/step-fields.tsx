import { useLingui } from '@lingui/react/macro'
import { Button, NumberInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { maxLaterHours } from '@muster/contract/call-queues.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { IconButton } from '../layout/icon-button.tsx'
import classes from './call-queues.module.css'

interface StepFieldsProps {
  form: ReturnType<
    typeof useForm<{
      maxTries: number | string
      hoursBetween: number | string
      laterHours: (number | string)[]
    }>
  >
}

/** Asks how long to wait after the second try, the third one and so on. */
export function StepFields({ form }: StepFieldsProps) {
  const { t } = useLingui()
  const { laterHours, hoursBetween, maxTries } = form.values
  const change = (hours: (number | string)[]) => {
    form.clearErrors()
    form.setFieldValue('laterHours', hours)
  }
  return (
    <fieldset className={classes.group}>
      <legend>{t`Longer waits`}</legend>
      <p className={classes.caption}>
        {laterHours.length > 0
          ? t`Hours until the next try. The last wait is also the one after all further tries.`
          : t`The hours between tries are the same after each try.`}
      </p>
      {laterHours.length > 0 && (
        <ol className={classes.delays}>
          {laterHours.map((hours, index) => {
            const tries = index + 2
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is the number of its try
              <li key={index} className={classes.field}>
                <NumberInput
                  label={t`Hours after try ${tries}`}
                  min={0}
                  max={240}
                  value={hours}
                  error={form.errors[`laterHours.${index}`] ?? (hours === '' && form.errors.laterHours)}
                  onChange={(value) => change(laterHours.with(index, value))}
                />
                {index === laterHours.length - 1 && (
                  <IconButton
                    icon={IconX}
                    label={t`Remove the wait after try ${tries}`}
                    onClick={() => change(laterHours.slice(0, -1))}
                  />
                )}
              </li>
            )
          })}
        </ol>
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.6} />}
          disabled={laterHours.length >= Math.min(maxLaterHours, Number(maxTries) - 2)}
          onClick={() => change([...laterHours, laterHours.at(-1) ?? hoursBetween])}
        >
          {t`Add wait`}
        </Button>
      </div>
    </fieldset>
  )
}
