import type { HttpHandler } from 'msw'
import { FIGURE_RANGES, type FigureName, type FigureRange, type Figures } from '~/api/figures'
import { http } from './http'
import { timeIn, type World } from './world'

const HOUR_MS = 60 * 60 * 1_000
const POINTS = 60
const HOURS: Record<FigureRange, number> = { '1h': 1, '6h': 6, '24h': 24, '7d': 168, '30d': 720 }

export function figureHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/figures', ({ query, response }) => {
      const range = FIGURE_RANGES.find((each) => each === query.get('range')) ?? '1h'
      return response(200).json(figuresOf(world, range))
    }),
    http.get('/api/v1/figures/forecast', ({ response }) =>
      response(200).json({
        full_at: timeIn(world, -60 * 24 * HOUR_MS),
        bytes_per_day: 7 * 2 ** 30,
        measured_from: timeIn(world, 240 * HOUR_MS),
        measured_to: timeIn(world),
        capacity_bytes: 512 * 2 ** 30,
        used_bytes: 61 * 2 ** 30,
        remaining_bytes: 402 * 2 ** 30,
        as_of: timeIn(world, 5_000),
        lag_ms: 5_000,
      }),
    ),
  ]
}

function figuresOf(world: World, range: FigureRange): Figures {
  const stepMs = (HOURS[range] * HOUR_MS) / POINTS
  const places = Array.from({ length: POINTS }, (_, place) => place)
  const wave = (level: number, swing: number) =>
    places.map((place) => Math.round((level + swing * Math.sin(place / 6)) * 10) / 10)
  const ofCluster = (name: FigureName, values: (number | null)[]) => ({
    name,
    namenode: null,
    kind: '',
    values,
  })
  const ofNamenode = (namenode: string, level: number) =>
    ['read', 'list', 'write', 'datanode'].flatMap((kind, place) => [
      {
        name: 'operations_per_s' as const,
        namenode,
        kind,
        values: wave(level / (place + 1), level / 8),
      },
      { name: 'latency_p99_ms' as const, namenode, kind, values: wave(3 + place, 1) },
    ])
  return {
    range,
    resolution_s: stepMs / 1_000,
    as_of: timeIn(world, 4_000),
    times: places.map((place) => timeIn(world, (POINTS - 1 - place) * stepMs)),
    series: [
      ...ofNamenode('nn1', 800),
      ...ofNamenode('nn2', 500),
      ofCluster('capacity_bytes', wave(512 * 2 ** 30, 0)),
      ofCluster('used_bytes', wave(61 * 2 ** 30, 2 ** 28)),
      ofCluster('under_replicated_blocks', wave(3, 3)),
      ofCluster('missing_blocks', wave(0, 0)),
      // The replica was away for a while.
      ofCluster(
        'sql_lag_ms',
        wave(200, 90).map((value, place) => (place > 20 && place < 30 ? null : value)),
      ),
      ofCluster('search_lag_ms', wave(90, 40)),
      ofCluster('running_jobs', wave(1, 1)),
    ],
  }
}
