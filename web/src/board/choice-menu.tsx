import { Menu } from '@mantine/core'
import type { ReactElement, RefObject } from 'react'
import { useOpened } from '../ui/use-opened.ts'

interface ChoiceMenuProps {
  choices: readonly { name: string; label: string }[]
  /** The current choice, if one is always set. */
  chosen?: string
  onChoose: (name: string) => void
  opened: boolean
  onChange: (opened: boolean) => void
  target: RefObject<HTMLElement | null>
  /** The trigger. */
  children: ReactElement
}

/** A short menu with single choice. */
export function ChoiceMenu(props: ChoiceMenuProps) {
  const { choices, chosen, onChoose, opened, onChange, target, children } = props
  return (
    <Menu opened={useOpened(opened, target)} onChange={onChange} width={200} withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {chosen === undefined ? (
          choices.map(({ name, label }) => (
            <Menu.Item key={name} onClick={() => onChoose(name)}>
              {label}
            </Menu.Item>
          ))
        ) : (
          <Menu.RadioGroup value={chosen} onChange={onChoose}>
            {choices.map(({ name, label }) => (
              <Menu.RadioItem key={name} value={name} closeMenuOnClick>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
