/**
 * The sports channel: every change of every game to everyone, from the moment of connecting on and never before it.
 * Unchanged states are sent again now and then; the frame that ends a game comes once.
 */
import { createSocketService, type SocketService } from '../../socket-server.ts'
import type { Simulation } from '../../simulation.ts'
import type { GameDefinition, GameState } from '../../world/games/game.ts'
import { sportsFrame } from './frame.ts'

const REPEAT_MS = 20_000
const PING_MS = 15_000

/** The channel's listener at `path`. See VEN-9. */
export function createSportsChannel(
  { games, faults, log, clock }: Pick<Simulation, 'games' | 'faults' | 'log' | 'clock'>,
  path: string,
): SocketService {
  const service = createSocketService({
    service: 'ws_sports',
    faults,
    log,
    clock,
    path,
    // Documentation speaks of a text ping; the observed server sends control frames only and answers either.
    textPing: { ask: 'ping', answer: 'pong' },
    pingEveryMs: PING_MS,
  })

  function send(game: GameDefinition, state: GameState): void {
    const text = JSON.stringify(sportsFrame(game, state))
    for (const socket of service.sockets()) socket.send(text)
  }

  const unsubscribe = games.subscribe(({ game, state }) => send(game, state))
  const stopRepeats = clock.every(REPEAT_MS, () => {
    for (const { game, state } of games.running()) if (!state.ended) send(game, state)
  })
  return {
    ...service,
    async close() {
      unsubscribe()
      stopRepeats()
      await service.close()
    },
  }
}
