/* Traversal in C, the reference of bench/traverse.py: the same rules in the same design (reach as sets of squares, kept
 * while nothing they depend on has changed), written apart from the product's. Only with the usual options. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 10, SQUARES = 100, HALF = 50, PIECES = 12, OWN = 6, SPAN = 101, OUT = 100, SPACE = PIECES * SPAN };
enum { EXPLORER, VANGUARD, SENTINEL };
enum { MAX_MOVES = 200, PLANES = 12, MOST = 366 };

static const int KIND[OWN] = {EXPLORER, VANGUARD, SENTINEL, SENTINEL, VANGUARD, EXPLORER};
static const int BUDGET[3] = {5, 4, 3}, STRENGTH[3] = {1, 2, 3};
static const uint64_t FULL = (1ull << HALF) - 1, ROW = (1ull << SIDE) - 1;

typedef struct {
    uint64_t lower, upper;
} Set;

typedef struct {
    int height[SQUARES];
} Config;

typedef struct {
    int height[SQUARES], steepest;
    Set climb[6][4];          /* [cost][direction]: from where a step costs that */
    int far[SQUARES][4], between[SQUARES][4];
    Set diagonal[SQUARES], around[SQUARES];
    int beside[SQUARES][5];
} Board;

typedef struct {
    const Board *b;
    int player, current, moves, exits, first, points[3], winner;
    uint32_t stale;
    uint8_t on[SQUARES];
    int8_t at[PIECES];
    Set reach[PIECES], watch[PIECES];
} State;

static int kind(int piece) { return KIND[piece % OWN]; }

static void put(Set *s, int square) {
    if (square < HALF)
        s->lower |= 1ull << square;
    else
        s->upper |= 1ull << (square - HALF);
}

static int has(Set s, int square) {
    return square < HALF ? s.lower >> square & 1 : s.upper >> (square - HALF) & 1;
}

static int beyond(int square, int dx, int dy) {
    int x = square % SIDE + dx, y = square / SIDE + dy;
    return x < 0 || y < 0 || x >= SIDE || y >= SIDE ? -1 : y * SIDE + x;
}

static void board_init(Board *b, const Config *g) {
    static const int DX[8] = {0, 0, -1, 1, -1, 1, -1, 1}, DY[8] = {-1, 1, 0, 0, -1, -1, 1, 1};
    memset(b, 0, sizeof *b);
    memcpy(b->height, g->height, sizeof b->height);
    b->steepest = 1;
    for (int s = 0; s < SQUARES; s++) {
        int n = 0;
        for (int d = 0; d < 8; d++) {
            int to = beyond(s, DX[d], DY[d]);
            if (d < 4) b->far[s][d] = -1;
            if (to < 0) continue;
            if (d >= 4) {
                put(&b->diagonal[s], to);
                continue;
            }
            b->beside[s][n++] = to;
            put(&b->around[s], to);
            int cost = 1 + abs(b->height[to] - b->height[s]);
            if (cost > b->steepest) b->steepest = cost;
            put(&b->climb[cost][d], s);
            b->far[s][d] = beyond(s, 2 * DX[d], 2 * DY[d]);
            b->between[s][d] = to;
        }
        b->beside[s][n] = -1;
    }
}

static void state_init(State *s, const Board *b) {
    memset(s, 0, sizeof *s);
    s->b = b, s->player = s->current = 1, s->first = -1, s->stale = (1u << PIECES) - 1;
    for (int p = 0; p < OWN; p++) {
        s->at[p] = 2 + p, s->on[2 + p] = p + 1;
        s->at[p + OWN] = SQUARES - 3 - p, s->on[SQUARES - 3 - p] = p + OWN + 1;
    }
}

/* ---- where pieces can go */

static int weigh(const State *s, int piece, int to, int cost) {
    const Board *b = s->b;
    int cell = s->at[piece], rise = b->height[cell] - b->height[to];
    int total = STRENGTH[kind(piece)] + (rise > 0) - (rise < 0) + (cost == 4 && kind(piece) == VANGUARD);
    for (const int *near = b->beside[to]; *near >= 0; near++) {
        int other = s->on[*near] - 1;
        if (other < 0 || *near == cell) continue;
        total += (other < OWN) == (piece < OWN) ? STRENGTH[kind(other)] : -1;
    }
    return total;
}

static void find(State *s, int piece, Set own, Set foe) {
    const Board *b = s->b;
    int cell = s->at[piece], budget = BUDGET[kind(piece)];
    Set open[6] = {0}, found[6] = {0}, known = own, watch = {0}, all = {0};
    put(&watch, cell);
    open[0] = watch;
    for (int cost = 1; cost <= budget; cost++) {
        uint64_t lower = 0, upper = 0;
        for (int step = 1; step <= cost && step <= b->steepest; step++) {
            Set from = open[cost - step];
            const Set *climb = b->climb[step];
            uint64_t one = from.lower & climb[0].lower, two = from.upper & climb[0].upper;
            lower |= one >> SIDE | (two & ROW) << (HALF - SIDE), upper |= two >> SIDE;
            one = from.lower & climb[1].lower, two = from.upper & climb[1].upper;
            lower |= one << SIDE & FULL, upper |= two << SIDE | one >> (HALF - SIDE);
            lower |= (from.lower & climb[2].lower) >> 1 | (from.lower & climb[3].lower) << 1;
            upper |= (from.upper & climb[2].upper) >> 1 | (from.upper & climb[3].upper) << 1;
        }
        watch.lower |= lower, watch.upper |= upper;
        found[cost].lower = lower &= ~known.lower, found[cost].upper = upper &= ~known.upper;
        known.lower |= lower, known.upper |= upper;
        all.lower |= lower, all.upper |= upper;
        open[cost].lower = lower & ~foe.lower, open[cost].upper = upper & ~foe.upper;
    }
    if (kind(piece) == EXPLORER) {
        Set leap = b->diagonal[cell];
        for (int d = 0; d < 4; d++) {
            if (b->far[cell][d] < 0) continue;
            put(&watch, b->between[cell][d]);
            if (!s->on[b->between[cell][d]]) put(&leap, b->far[cell][d]);
        }
        watch.lower |= leap.lower, watch.upper |= leap.upper;
        all.lower |= leap.lower & ~known.lower, all.upper |= leap.upper & ~known.upper;
    }
    for (int half = 0; half < 2; half++) {
        uint64_t targets = half ? all.upper & foe.upper : all.lower & foe.lower;
        for (; targets; targets &= targets - 1) {
            int to = __builtin_ctzll(targets) + half * HALF, cost = 1;
            watch.lower |= b->around[to].lower, watch.upper |= b->around[to].upper;
            while (cost < 6 && !has(found[cost], to)) cost++;
            if (weigh(s, piece, to, cost) >= 0) continue;
            if (half)
                all.upper &= ~(1ull << (to - HALF));
            else
                all.lower &= ~(1ull << to);
        }
    }
    for (int cost = 0; cost < budget; cost++)
        if (piece < OWN ? open[cost].upper >> (HALF - SIDE) : open[cost].lower & ROW) {
            all.upper |= 1ull << HALF;
            break;
        }
    s->reach[piece] = all, s->watch[piece] = watch;
}

static void renew(State *s, int first) {
    uint32_t mine = ((1u << OWN) - 1) << first, stale = s->stale & mine;
    if (!stale) return;
    Set own = {0}, foe = {0};
    for (int p = 0; p < PIECES; p++)
        if (s->at[p] >= 0) put(p >= first && p < first + OWN ? &own : &foe, s->at[p]);
    for (int p = first; p < first + OWN; p++)
        if (stale >> p & 1 && s->at[p] >= 0) find(s, p, own, foe);
    s->stale &= ~mine;
}

static int write_actions(State *s, int32_t *out) {
    if (!s->player) return 0;
    int first = OWN * (s->player - 1), n = 0;
    renew(s, first);
    for (int p = first; p < first + OWN; p++) {
        if (s->at[p] < 0) continue;
        for (uint64_t m = s->reach[p].lower; m; m &= m - 1) out[n++] = p * SPAN + __builtin_ctzll(m);
        for (uint64_t m = s->reach[p].upper; m; m &= m - 1) out[n++] = p * SPAN + HALF + __builtin_ctzll(m);
    }
    return n;
}

static int can_move(State *s, int player) {
    int first = OWN * (player - 1);
    for (int p = first; p < first + OWN; p++) {
        int cell = s->at[p];
        if (cell < 0) continue;
        for (const int *near = s->b->beside[cell]; *near >= 0; near++)
            if (!s->on[*near] && 1 + abs(s->b->height[*near] - s->b->height[cell]) <= BUDGET[kind(p)]) return 1;
    }
    renew(s, first);
    for (int p = first; p < first + OWN; p++)
        if (s->at[p] >= 0 && (s->reach[p].lower | s->reach[p].upper)) return 1;
    return 0;
}

/* ---- what a move does */

static int more(int light, int dark) { return light > dark ? 1 : dark > light ? 2 : 0; }

static void finish(State *s, int winner) { s->winner = winner, s->player = 0; }

static void settle(State *s) {
    int rows[3] = {0}, strength[3] = {0}, winner = more(s->points[1], s->points[2]);
    for (int p = 0; p < PIECES; p++) {
        int side = p < OWN ? 1 : 2, row = s->at[p] / SIDE;
        if (s->at[p] < 0) continue;
        rows[side] += side == 1 ? row : SIDE - 1 - row, strength[side] += STRENGTH[kind(p)];
    }
    if (!winner) winner = more(rows[1], rows[2]);
    finish(s, winner ? winner : more(strength[1], strength[2]));
}

static void apply(State *s, int action) {
    int piece = action / SPAN, to = action % SPAN, cell = s->at[piece];
    Set touched = {0};
    s->moves++;
    s->on[cell] = 0;
    put(&touched, cell);
    if (to != OUT) put(&touched, to);
    for (int p = 0; p < PIECES; p++)
        s->stale |= (uint32_t)((s->watch[p].lower & touched.lower | s->watch[p].upper & touched.upper) != 0) << p;
    if (to == OUT) {
        s->at[piece] = -1;
        if (!s->exits++) s->first = piece;
        s->points[piece < OWN ? 1 : 2] += STRENGTH[kind(piece)];
    } else {
        if (s->on[to]) s->at[s->on[to] - 1] = -1;
        s->on[to] = piece + 1, s->at[piece] = to;
    }
    int best[3] = {0};
    for (int p = 0; p < PIECES; p++)
        if (s->at[p] >= 0 && STRENGTH[kind(p)] > best[p < OWN ? 1 : 2]) best[p < OWN ? 1 : 2] = STRENGTH[kind(p)];
    if (s->exits == 1 && kind(s->first) == SENTINEL) {
        finish(s, s->current);
    } else if (s->exits >= 2) {
        finish(s, more(s->points[1], s->points[2]));
    } else if (!best[1] || !best[2]) {
        finish(s, more(s->points[1] + best[1], s->points[2] + best[2]));
    } else if (s->moves >= MAX_MOVES) {
        settle(s);
    } else {
        if (can_move(s, 3 - s->current))
            s->current = 3 - s->current;
        else if (!can_move(s, s->current)) {
            settle(s);
            return;
        }
        s->player = s->current;
    }
}

static uint32_t next(uint32_t seed) { return seed * 1664525u + 1013904223u; }

void playouts(const Config *g, int64_t matches, int64_t limit, uint32_t seed, uint64_t *result) {
    Board *b = malloc(sizeof *b);
    State start, s;
    int32_t actions[MOST];
    uint64_t played = 0;
    uint32_t check = 0;
    board_init(b, g);
    state_init(&start, b);
    for (int64_t m = 0; m < matches; m++) {
        s = start;
        for (int64_t i = 0; i < limit; i++) {
            int found = write_actions(&s, actions);
            if (!found) break;
            seed = next(seed);
            int action = actions[(seed >> 16) % found];
            check = check * 31 + action;
            apply(&s, action);
            played++;
        }
        check = check * 31 + s.winner;
    }
    result[0] = played, result[1] = check;
    free(b);
}

/* All legal actions of the start, found anew so many times. */
int64_t reaches(const Config *g, int64_t rounds) {
    Board *b = malloc(sizeof *b);
    State s;
    int32_t actions[MOST];
    int64_t found = 0;
    board_init(b, g);
    state_init(&s, b);
    for (int64_t i = 0; i < rounds; i++) {
        s.stale = (1u << PIECES) - 1;
        found = write_actions(&s, actions);
    }
    free(b);
    return found;
}

uint64_t copies(const Config *g, int64_t played, uint32_t seed, int64_t count) {
    Board *b = malloc(sizeof *b);
    State s;
    int32_t actions[MOST];
    uint64_t check = 0;
    board_init(b, g);
    state_init(&s, b);
    for (int64_t i = 0; i < played; i++) {
        int found = write_actions(&s, actions);
        if (!found) break;
        seed = next(seed);
        apply(&s, actions[(seed >> 16) % found]);
    }
    for (int64_t i = 0; i < count; i++) {
        State *twin = malloc(sizeof *twin);
        memcpy(twin, &s, sizeof *twin);
        check += twin->moves;
        free(twin);
    }
    free(b);
    return check;
}

/* ---- batches */

typedef struct {
    int n, limit;
    Board board;
    State start, *states;
    int *steps;
    uint8_t *masks, *observations, *players, *movers, *done, *winners, *truncated;
} Batch;

static void observe(const State *s, uint8_t *out) {
    int me = s->player;
    for (int p = 0; p < PIECES; p++)
        if (s->at[p] >= 0) out[(kind(p) + ((p < OWN) == (me == 1) ? 0 : 3)) * SQUARES + s->at[p]] = 1;
    for (int i = 0; i < SQUARES; i++) out[6 * SQUARES + i] = s->b->height[i];
    memset(out + 7 * SQUARES + (me == 1 ? SQUARES - SIDE : 0), 1, SIDE);
    memset(out + 8 * SQUARES, s->points[me], SQUARES);
    memset(out + 9 * SQUARES, s->points[3 - me], SQUARES);
    memset(out + 10 * SQUARES, s->exits, SQUARES);
    memset(out + 11 * SQUARES, MAX_MOVES - s->moves, SQUARES);
}

static void write_match(Batch *b, int i) {
    State *s = &b->states[i];
    int32_t list[MOST];
    uint8_t *mask = b->masks + (size_t)i * SPACE;
    b->players[i] = s->player;
    int count = write_actions(s, list);
    for (int a = 0; a < count; a++) mask[list[a]] = 1;
    observe(s, b->observations + (size_t)i * PLANES * SQUARES);
}

static void clear(Batch *b) {
    memset(b->masks, 0, (size_t)b->n * SPACE);
    memset(b->observations, 0, (size_t)b->n * PLANES * SQUARES);
    memset(b->done, 0, b->n), memset(b->winners, 0, b->n), memset(b->truncated, 0, b->n);
}

Batch *batch_new(const Config *g, int n, int limit) {
    Batch *b = calloc(1, sizeof *b);
    b->n = n, b->limit = limit;
    board_init(&b->board, g);
    state_init(&b->start, &b->board);
    b->states = malloc(sizeof *b->states * n);
    for (int i = 0; i < n; i++) b->states[i] = b->start;
    b->steps = calloc(n, sizeof *b->steps);
    b->masks = malloc((size_t)n * SPACE);
    b->observations = malloc((size_t)n * PLANES * SQUARES);
    b->players = calloc(n, 1), b->movers = calloc(n, 1), b->done = calloc(n, 1);
    b->winners = calloc(n, 1), b->truncated = calloc(n, 1);
    clear(b);
    for (int i = 0; i < n; i++) write_match(b, i);
    return b;
}

void batch_free(Batch *b) {
    free(b->states), free(b->steps), free(b->masks), free(b->observations), free(b->players);
    free(b->movers), free(b->done), free(b->winners), free(b->truncated), free(b);
}

/* 0: done; -1: an action was not legal and nothing has changed. */
int batch_step(Batch *b, const int64_t *actions) {
    for (int i = 0; i < b->n; i++)
        if (actions[i] < 0 || actions[i] >= SPACE || !b->masks[(size_t)i * SPACE + actions[i]]) return -1;
    clear(b);
    for (int i = 0; i < b->n; i++) {
        State *s = &b->states[i];
        b->movers[i] = s->player;
        apply(s, (int)actions[i]);
        b->steps[i]++;
        if (!s->player)
            b->done[i] = 1, b->winners[i] = s->winner;
        else if (b->steps[i] == b->limit)
            b->truncated[i] = 1;
        if (b->done[i] || b->truncated[i]) *s = b->start, b->steps[i] = 0;
        write_match(b, i);
    }
    return 0;
}

/* A random legal action for every match; returns the seed for the next call. */
uint32_t batch_pick(const Batch *b, int64_t *actions, uint32_t seed) {
    for (int i = 0; i < b->n; i++) {
        const uint8_t *mask = b->masks + (size_t)i * SPACE;
        int legal = 0, a = 0;
        for (int each = 0; each < SPACE; each++) legal += mask[each];
        seed = next(seed);
        int skip = (seed >> 16) % legal;
        while (!mask[a] || skip--) a++;
        actions[i] = a;
    }
    return seed;
}

const uint8_t *batch_masks(const Batch *b) { return b->masks; }
const uint8_t *batch_observations(const Batch *b) { return b->observations; }
