import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Combobox, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listPipelines } from '@muster/contract/pipelines.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { endpointQuery } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import classes from './board-choices.module.css'

/** Lists the open positions and the pipelines by name. The server searches, since there may be any number. */
export function BoardChoices({ boardId }: { boardId: string }) {
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search.trim(), 150)
  const combobox = useCombobox({
    onDropdownClose: () => {
      setSearch('')
      // Before the field unmounts; a click elsewhere then moves the focus.
      if (combobox.searchRef.current === document.activeElement) combobox.targetRef.current?.focus()
    },
  })
  const mayReadPipelines = usePermission('pipelines:read')
  const asked = { q: q || undefined, limit: 20 }
  const positions = useQuery({
    ...endpointQuery(listPositions, { query: { ...asked, state: 'open', sort: 'name' } }),
    placeholderData: keepPreviousData,
  })
  const pipelines = useQuery({
    ...endpointQuery(listPipelines, { query: asked }),
    placeholderData: keepPreviousData,
    enabled: mayReadPipelines,
  })
  const some = Boolean(positions.data?.items.length || pipelines.data?.items.length)

  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once, on the click that loaded it
  useEffect(() => combobox.openDropdown(), [])
  useEffect(() => {
    if (combobox.dropdownOpened) combobox.focusSearchInput()
  }, [combobox.dropdownOpened, combobox.focusSearchInput])

  function open(id: string) {
    combobox.closeDropdown()
    void navigate({ to: '/board/$id', params: { id } })
  }

  return (
    <Combobox store={combobox} width={320} position="bottom-start" withinPortal onOptionSubmit={open}>
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <ActionIcon
          size="sm"
          aria-label={t`Switch board`}
          title={t`Switch board`}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          <IconChevronDown size={16} stroke={1.6} />
        </ActionIcon>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          placeholder={t`Search positions and pipelines`}
          aria-label={t`Search positions and pipelines`}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            combobox.resetSelectedOption()
          }}
        />
        {some ? (
          <Combobox.Options aria-label={t`Boards`} className={classes.options}>
            {positions.data && positions.data.items.length > 0 && (
              <Combobox.Group label={t`Open positions`}>
                {positions.data.items.map(({ id, name, company }) => (
                  <Combobox.Option key={id} value={id} active={id === boardId} className={classes.option}>
                    <span className={classes.name}>{name}</span>
                    <span className={classes.company}>{company.name}</span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            )}
            {pipelines.data && pipelines.data.items.length > 0 && (
              <Combobox.Group label={t`All open positions in a pipeline`}>
                {pipelines.data.items.map(({ id, name }) => (
                  <Combobox.Option key={id} value={id} active={id === boardId} className={classes.option}>
                    <span className={classes.name}>{name}</span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            )}
          </Combobox.Options>
        ) : (
          // A list box must not be empty: until it has options, a status takes its place.
          <Combobox.Empty role="status">
            {positions.isPending ? (
              <Trans>Loading</Trans>
            ) : positions.isError ? (
              <Trans>Could not load the positions</Trans>
            ) : (
              <Trans>Nothing found</Trans>
            )}
          </Combobox.Empty>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
