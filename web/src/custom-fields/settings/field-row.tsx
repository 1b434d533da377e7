import { t } from '@lingui/core/macro'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArchive,
  IconArrowsSort,
  IconAsterisk,
  IconDots,
  IconEyeOff,
  IconHourglass,
  IconLayoutKanban,
  IconPencil,
  IconShieldLock,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps, CSSProperties } from 'react'
import { ReorderHandle } from '../../statuses/editor/reorder-handle.tsx'
import { formatNumber } from '../../ui/format.ts'
import { TextLink } from '../../ui/link.tsx'
import type { CustomField } from '../custom-field.ts'
import { fieldTypes } from '../field-types.tsx'
import classes from './fields-section.module.css'
import { retireField } from './retire-field.ts'

/** The marks of a field: what is unusual about it. */
function marksOf({ required, visibleTo, personal, sorting, onCards }: CustomField) {
  const isRequired = required.always || required.fromStatusType !== null || required.outcomes.length > 0
  return [
    { shown: isRequired, icon: IconAsterisk, label: t`Required` },
    { shown: visibleTo !== null, icon: IconEyeOff, label: t`Visible to some roles only` },
    { shown: personal, icon: IconShieldLock, label: t`Personal data` },
    { shown: sorting === 'ready', icon: IconArrowsSort, label: t`Lists can be sorted by this field` },
    {
      shown: sorting === 'preparing',
      icon: IconHourglass,
      label: t`Sorting by this field is being prepared`,
    },
    { shown: onCards, icon: IconLayoutKanban, label: t`Shown on board cards` },
  ].filter(({ shown }) => shown)
}

/** "Filled for 1,204 of 3,000", with a bar. */
function Filled({ filled }: Pick<CustomField, 'filled'>) {
  if (!filled) return null
  const value = formatNumber(filled.value)
  const all = formatNumber(filled.of)
  const share = filled.of > 0 ? filled.value / filled.of : 0
  return (
    <span className={classes.filled}>
      <span className={classes.caption}>{t`Filled for ${value} of ${all}`}</span>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  )
}

interface FieldRowProps {
  field: CustomField
  held: boolean
  style: CSSProperties | undefined
  handleProps: ComponentProps<'button'>
}

/** A field in the settings: its name opens it. */
export function FieldRow({ field, held, style, handleProps }: FieldRowProps) {
  const navigate = useNavigate()
  const { id, label, type, section, unit, currency } = field
  const view = fieldTypes[type]
  const TypeIcon = view.icon
  const details = [t(view.label), unit ?? currency, section].filter(Boolean).join(' · ')
  const search = (now: object) => ({ ...now, field: id })
  return (
    <li className={classes.row} style={style} data-held={held || undefined}>
      <ReorderHandle name={label} held={held} handleProps={handleProps} />
      <TypeIcon size={16} stroke={1.6} aria-hidden className={classes.icon} />
      <span className={classes.names}>
        <TextLink to="/settings/fields" search={search} className={classes.name}>
          {label}
        </TextLink>
        <span className={classes.caption}>{details}</span>
      </span>
      <span className={classes.marks}>
        {marksOf(field).map(({ icon: Mark, label: meaning }) => (
          <span key={meaning} title={meaning} role="img" aria-label={meaning}>
            <Mark size={14} stroke={1.6} aria-hidden />
          </span>
        ))}
      </span>
      <Filled filled={field.filled} />
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon aria-label={t`Actions for ${label}`} title={t`Actions`}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
            onClick={() => void navigate({ to: '/settings/fields', search })}
          >
            {t`Edit`}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArchive size={16} stroke={1.6} aria-hidden />}
            onClick={() => void retireField(field)}
          >
            {t`Retire`}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
