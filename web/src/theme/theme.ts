import { t } from '@lingui/core/macro'
import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core'
import type { MouseEvent } from 'react'

const accent: MantineColorsTuple = [
  '#E4F2EE',
  '#C7E5DD',
  '#9FD3C6',
  '#77C1AF',
  '#4FC3AE',
  '#2E9986',
  '#0B6E5F',
  '#095E51',
  '#074E43',
  '#053D35',
]

/** Colours, sizes and fonts are CSS variables (tokens.css, mantine.css); only what needs code is here. */
export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    const primary = input.variant === 'filled' && (!input.color || input.color === 'accent')
    return primary ? { ...colors, color: 'var(--on-accent)' } : colors
  },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Checkbox: { defaultProps: { iconColor: 'var(--on-accent)' } },
    // A click selects the text, so that typing replaces it.
    Select: {
      defaultProps: () => ({
        selectFirstOptionOnChange: true,
        // The list itself scrolls, following the active option (mantine.css).
        withScrollArea: false,
        nothingFoundMessage: t`Nothing found`,
        onClick: (event: MouseEvent<HTMLInputElement>) => event.currentTarget.select(),
      }),
    },
    TagsInput: { defaultProps: { withScrollArea: false } },
    MultiSelect: { defaultProps: { withScrollArea: false } },
    Autocomplete: { defaultProps: { withScrollArea: false } },
    PasswordInput: {
      defaultProps: () => ({ visibilityToggleButtonProps: { 'aria-label': t`Show password` } }),
    },
    Switch: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 100 } } },
    // The page itself never scrolls, so there is nothing to lock; the lock would inject styles.
    Modal: {
      defaultProps: () => ({
        overlayProps: { backgroundOpacity: 0.3 },
        lockScroll: false,
        closeButtonProps: { 'aria-label': t`Close the dialog` },
        transitionProps: { duration: 120 },
      }),
    },
    Drawer: {
      defaultProps: () => ({
        overlayProps: { backgroundOpacity: 0.3 },
        lockScroll: false,
        closeButtonProps: { 'aria-label': t`Close the dialog` },
        transitionProps: { duration: 120 },
      }),
    },
    // The placeholder that takes the initial focus is not an allowed child of a menu; the first item takes it
    // instead.
    Menu: { defaultProps: { transitionProps: { duration: 100 }, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { transitionProps: { duration: 100 } } },
  },
})
