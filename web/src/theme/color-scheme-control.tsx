import { SegmentedControl, useMantineColorScheme } from '@mantine/core'

const schemes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Light, dark, or as the system says. */
export function ColorSchemeControl() {
  // Transitions are kept, since switching them off would inject a style element.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label="Theme"
      data={[...schemes]}
      value={colorScheme}
      onChange={setColorScheme}
    />
  )
}
