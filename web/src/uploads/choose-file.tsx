import { FileButton } from '@mantine/core'
import { type ComponentProps, useRef } from 'react'

interface ChooseFileProps extends Pick<ComponentProps<typeof FileButton>, 'children'> {
  accept: string
  label: string
  onChoose: (file: File) => void
}

/** A button that chooses a file, also the same one again: it may have been refused. */
export function ChooseFile({ accept, label, onChoose, children }: ChooseFileProps) {
  const forget = useRef<() => void>(null)
  return (
    <FileButton
      accept={accept}
      resetRef={forget}
      inputProps={{ 'aria-label': label }}
      onChange={(file) => {
        if (!file) return
        forget.current?.()
        onChoose(file)
      }}
    >
      {children}
    </FileButton>
  )
}
