import '@mantine/spotlight/styles.layer.css'
import { Modal, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { search } from '@muster/contract/search.ts'
import { IconAddressBook, IconBriefcase, IconBuilding, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { endpointQuery } from '../api/query.ts'
import { useCurrentUser } from '../session/session.ts'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { commands } from './commands.ts'

const [store, spotlight] = createSpotlight()

const iconProps = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

/** Goes to screens, starts things, and finds people, positions and companies. */
export function CommandBox({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const { permissions } = useCurrentUser()
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 150)
  const found = useQuery({
    ...endpointQuery(search, { query: { q } }),
    enabled: q !== '' && permissions.includes('applications:read'),
    placeholderData: keepPreviousData,
  })

  useEffect(() => {
    if (opened) spotlight.open()
  }, [opened])

  const allowed = commands.filter(({ permission }) => !permission || permissions.includes(permission))
  const words = text.trim().toLowerCase()
  const matching = allowed.filter(({ label }) => label.toLowerCase().includes(words))
  const results = q === '' ? undefined : found.data
  const nothing = matching.length === 0 && found.isSuccess && !found.isFetching

  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight={440}
      lockScroll={false}
      overlayProps={{ blur: 0, backgroundOpacity: 0.3 }}
      transitionProps={{ duration: 80, transition: 'fade' }}
    >
      <VisuallyHidden component="span">
        <Modal.Title>Search and commands</Modal.Title>
      </VisuallyHidden>
      <Spotlight.Search placeholder="Search or jump to..." leftSection={<IconSearch {...iconProps} />} />
      <Spotlight.ActionsList>
        {matching.map(({ label, icon: CommandIcon, to }) => (
          <Spotlight.Action
            key={to}
            label={label}
            leftSection={<CommandIcon {...iconProps} />}
            onClick={() => navigate({ to })}
          />
        ))}
        {results && results.applications.length > 0 && (
          <Spotlight.ActionsGroup label="Applications">
            {results.applications.map((item) => (
              <Spotlight.Action
                key={item.id}
                label={item.candidateName}
                description={`${item.positionName} · ${item.companyName} · ${item.statusName}`}
                leftSection={<StatusIcon type={item.statusType} size={18} />}
                onClick={() => navigate({ to: '/applications/$id', params: { id: item.id } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {results && results.candidates.length > 0 && (
          <Spotlight.ActionsGroup label="Candidates">
            {results.candidates.map((item) => (
              <Spotlight.Action
                key={item.id}
                label={item.name}
                description={[item.email, item.phone].filter(Boolean).join(' · ')}
                leftSection={<IconAddressBook {...iconProps} />}
                onClick={() => navigate({ to: '/candidates/$id', params: { id: item.id } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {results && results.positions.length > 0 && (
          <Spotlight.ActionsGroup label="Positions">
            {results.positions.map((item) => (
              <Spotlight.Action
                key={item.id}
                label={item.name}
                description={item.companyName}
                leftSection={<IconBriefcase {...iconProps} />}
                onClick={() => navigate({ to: '/positions/$id', params: { id: item.id } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {results && results.companies.length > 0 && (
          <Spotlight.ActionsGroup label="Companies">
            {results.companies.map((item) => (
              <Spotlight.Action
                key={item.id}
                label={item.name}
                leftSection={<IconBuilding {...iconProps} />}
                onClick={() => navigate({ to: '/companies/$id', params: { id: item.id } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {nothing && !results?.applications.length && !results?.candidates.length && (
          <Spotlight.Empty>Nothing found for “{text}”</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
