import { t } from '@lingui/core/macro'
import { SegmentedControl, useMantineColorScheme } from '@mantine/core'

/** Selects light, dark, or the system's theme. */
export function ColorSchemeControl() {
  // Disabling transitions would inject a style element.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t`Theme`}
      data={[
        { value: 'auto', label: t`System` },
        { value: 'light', label: t({ message: 'Light', context: 'theme' }) },
        { value: 'dark', label: t({ message: 'Dark', context: 'theme' }) },
      ]}
      value={colorScheme}
      onChange={setColorScheme}
    />
  )
}
