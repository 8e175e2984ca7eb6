/* CellWar by hand in C: the reference that the bench measures the Python rules against.
 *
 * The same design (one number per cell, cells yet to act in order, the legal actions of all of them listed
 * before every action, counters of who sees a cell, a memory written when it goes out of sight) with what C
 * adds for free: the narrowest integers, one block of memory per match, no bounds checks.
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { INFANTRY = 1, FORT = 2, STRONG_FORT = 3, FACTORY = 4, KIND = 7, OWNER = 3, OWNERS = 15, ID = 7 };
enum { DIRECTIONS = 9, SEEN_ONCE = 8, MOST_PLAYERS = 8 };
enum { ENEMY = 4, SEEN = 8, WAITING = 9, REMEMBERED = 10, KNOWN = 11, PLANES = 12 };
/* A memory is round << 32 | what stood there; 0: never seen. */

typedef struct {
    int width, height, cells, players, fog, max_rounds;
    int player, current, round, winner, living, fighters, factories, forge_count;
    int trail_count;
    uint32_t made;
    int units[MOST_PLAYERS + 1];
    size_t size;           /* of the block that the arrays below lie in */
    const int16_t *target; /* [action]: the cell it points at, or -1 */
    uint64_t *memory;      /* [player - 1][cell] */
    uint32_t *board;
    int16_t *waiting, *trail;
    int16_t *forges; /* all cells with a factory of the current player, acted or not */
    uint8_t *seers; /* [player - 1][cell]: own units, and trail, that see it */
    uint8_t *gist;  /* of every memory: SEEN_ONCE | kind */
} State;

typedef struct {
    int width, height, players, fog, max_rounds;
    int starts[MOST_PLAYERS];
} Config;

static int16_t *targets(int width, int height) {
    int16_t *table = malloc(sizeof *table * width * height * DIRECTIONS), *next = table;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            *next++ = y * width + x;
            for (int v = y - 1; v <= y + 1; v++)
                for (int u = x - 1; u <= x + 1; u++)
                    if (u != x || v != y) *next++ = u >= 0 && u < width && v >= 0 && v < height ? v * width + u : -1;
        }
    return table;
}

/* ---- fog */

static inline int sight(int kind) { return kind == FORT || kind == STRONG_FORT ? 2 : 1; }

typedef struct {
    int left, right, top, bottom;
} Square;

static inline Square square(const State *s, int cell, int far) {
    int y = cell / s->width, x = cell - y * s->width;
    Square q = {x > far ? x - far : 0, x + far < s->width ? x + far : s->width - 1, y > far ? y - far : 0,
                y + far < s->height ? y + far : s->height - 1};
    return q;
}

static inline void remember(State *s, int player, int cell) {
    int i = (player - 1) * s->cells + cell;
    s->memory[i] = (uint64_t)s->round << 32 | s->board[cell];
    s->gist[i] = SEEN_ONCE | (s->board[cell] & KIND);
}

static void see(State *s, int player, int cell, int far) {
    Square q = square(s, cell, far);
    uint8_t *row = s->seers + (player - 1) * s->cells + q.top * s->width;
    for (int y = q.top; y <= q.bottom; y++, row += s->width)
        for (int x = q.left; x <= q.right; x++) row[x]++;
}

static void unsee(State *s, int player, int cell, int far, int current) {
    Square q = square(s, cell, far);
    uint8_t *seers = s->seers + (player - 1) * s->cells;
    for (int y = q.top; y <= q.bottom; y++)
        for (int i = y * s->width + q.left; i <= y * s->width + q.right; i++)
            if (seers[i] > 1)
                seers[i]--;
            else if (player != current) {
                seers[i] = 0;
                remember(s, player, i);
            } else
                s->trail[s->trail_count++] = i;
}

static void fade(State *s, int player) {
    uint8_t *seers = s->seers + (player - 1) * s->cells;
    for (int i = 0; i < s->trail_count; i++) {
        int there = s->trail[i];
        if (--seers[there] == 0) remember(s, player, there);
    }
    s->trail_count = 0;
}

/* ---- rules */

static int list(const State *s, uint16_t *out) {
    if (s->player == 0) return 0;
    const uint32_t *board = s->board;
    const int16_t *target = s->target;
    int count = 0;
    if (s->fighters > 0) {
        uint32_t me = s->player;
        for (int i = 0; i < s->fighters; i++) {
            int stay = s->waiting[i] * DIRECTIONS;
            out[count++] = stay;
            for (int action = stay + 1; action < stay + DIRECTIONS; action++) {
                int to = target[action];
                if (to >= 0 && (board[to] >> OWNER & OWNERS) != me) out[count++] = action;
            }
        }
        return count;
    }
    for (int i = 0; i < s->factories; i++) {
        int stay = s->waiting[i] * DIRECTIONS;
        for (int action = stay + 1; action < stay + DIRECTIONS; action++) {
            int to = target[action];
            if (to >= 0 && board[to] == 0) out[count++] = action;
        }
    }
    if (count == 0) out[count++] = s->cells * DIRECTIONS;
    return count;
}

static void lose(State *s, int player) {
    if (--s->units[player] == 0 && --s->living == 1)
        for (int p = 1; p <= s->players; p++)
            if (s->units[p]) {
                s->winner = p;
                s->player = 0;
            }
}

static int blocked(const State *s, int cell) {
    const int16_t *target = s->target + cell * DIRECTIONS;
    for (int i = 1; i < DIRECTIONS; i++)
        if (target[i] >= 0 && s->board[target[i]] == 0) return 0;
    return 1;
}

static void begin_turn(State *s) {
    uint32_t me = s->current;
    int fighters = 0, factories = 0;
    for (int cell = 0; cell < s->cells; cell++) {
        uint32_t unit = s->board[cell];
        if ((unit >> OWNER & OWNERS) != me) continue;
        if ((unit & KIND) == FACTORY)
            s->forges[factories++] = cell;
        else
            s->waiting[fighters++] = cell;
    }
    memcpy(s->waiting + fighters, s->forges, sizeof *s->forges * factories);
    s->fighters = fighters;
    s->factories = s->forge_count = factories;
}

static int leader(const State *s) {
    int best = 0;
    int64_t most = -1;
    for (int p = 1; p <= s->players; p++) {
        if (!s->units[p]) continue;
        int64_t factories = 0, counters = 0;
        for (int cell = 0; cell < s->cells; cell++) {
            uint32_t unit = s->board[cell];
            if ((int)(unit >> OWNER & OWNERS) != p) continue;
            if ((unit & KIND) == FACTORY)
                factories++;
            else
                counters += (unit & KIND) - INFANTRY;
        }
        int64_t rank = ((int64_t)s->units[p] << 32) + (factories << 16) + counters;
        if (rank >= most) {
            best = p;
            most = rank;
        }
    }
    return best;
}

static void next_turn(State *s) {
    int player = s->current, wrapped = 0;
    for (int i = 0; i < s->players; i++) {
        if (++player > s->players) {
            player = 1;
            wrapped = 1;
        }
        if (s->units[player] > 0) break;
    }
    if (wrapped && s->winner == 0 && s->max_rounds > 0 && s->round >= s->max_rounds) {
        s->winner = leader(s);
        s->player = 0;
        return;
    }
    s->round += wrapped;
    s->current = player;
    if (s->winner == 0) s->player = player;
    begin_turn(s);
}

static void end_turn(State *s) {
    int16_t *dying = s->waiting; /* nobody acts any more */
    int ender = s->current, count = 0;
    for (int i = 0; i < s->forge_count; i++)
        if (blocked(s, s->forges[i])) dying[count++] = s->forges[i];
    for (int i = 0; i < count; i++) s->board[dying[i]] = 0;
    for (int i = 0; i < count; i++) {
        if (s->fog) unsee(s, ender, dying[i], 1, ender);
        lose(s, ender);
    }
    s->fighters = s->factories = 0;
    if (s->fog) fade(s, ender);
    next_turn(s);
}

static void acted(State *s, int cell) {
    int left = s->fighters + s->factories - 1, i = 0;
    while (s->waiting[i] != cell) i++;
    memmove(s->waiting + i, s->waiting + i + 1, sizeof *s->waiting * (left - i));
    if (s->fighters > 0)
        s->fighters--;
    else
        s->factories--;
}

static void apply(State *s, int action) {
    int cell = action / DIRECTIONS;
    if (cell >= s->cells) {
        end_turn(s);
        return;
    }
    int me = s->player, to = s->target[action];
    uint32_t *board = s->board, unit = board[cell];
    int kind = unit & KIND;
    acted(s, cell);
    if (kind == FACTORY) {
        board[to] = ++s->made << ID | me << OWNER | INFANTRY;
        s->units[me]++;
        if (s->fog) see(s, me, to, 1);
        return;
    }
    if (to == cell) {
        board[cell] = unit + 1;
        if (kind == STRONG_FORT) s->forges[s->forge_count++] = cell;
        if (s->fog && kind != FORT) {
            int far = sight(kind);
            see(s, me, cell, 3 - far);
            unsee(s, me, cell, far, me);
        }
        return;
    }
    board[cell] = 0;
    uint32_t other = board[to];
    int foe = other >> OWNER & OWNERS, target = other & KIND;
    if (target == FORT || target == STRONG_FORT) {
        board[to] = other - target + INFANTRY;
        if (s->fog) {
            unsee(s, me, cell, sight(kind), me);
            see(s, foe, to, 1);
            unsee(s, foe, to, 2, me);
        }
        lose(s, me);
        return;
    }
    board[to] = unit - kind + INFANTRY;
    if (s->fog) {
        see(s, me, to, 1);
        unsee(s, me, cell, sight(kind), me);
    }
    if (target != 0) {
        if (s->fog) unsee(s, foe, to, 1, me);
        lose(s, foe);
    }
}

/* ---- a match */

static void arrange(State *s) {
    char *at = (char *)(s + 1);
    int seen = s->fog ? s->cells : 0;
    s->memory = (uint64_t *)at, at += sizeof *s->memory * seen * s->players;
    s->board = (uint32_t *)at, at += sizeof *s->board * s->cells;
    s->waiting = (int16_t *)at, at += sizeof *s->waiting * s->cells;
    s->forges = (int16_t *)at, at += sizeof *s->forges * s->cells;
    s->trail = (int16_t *)at, at += sizeof *s->trail * seen;
    s->seers = (uint8_t *)at, at += seen * s->players;
    s->gist = (uint8_t *)at, at += seen * s->players;
    s->size = at - (char *)s;
}

static State *start(const Config *config, const int16_t *target) {
    State shape = {.width = config->width,
                   .height = config->height,
                   .cells = config->width * config->height,
                   .players = config->players,
                   .fog = config->fog,
                   .max_rounds = config->max_rounds,
                   .target = target,
                   .player = 1,
                   .current = 1,
                   .round = 1,
                   .living = config->players};
    arrange(&shape);
    State *s = calloc(1, shape.size);
    *s = shape;
    arrange(s);
    for (int p = 1; p <= s->players; p++) {
        int cell = config->starts[p - 1];
        s->board[cell] = ++s->made << ID | p << OWNER | INFANTRY;
        s->units[p] = 1;
        if (s->fog) see(s, p, cell, 1);
    }
    begin_turn(s);
    return s;
}

static void become(State *s, const State *other) {
    memcpy(s, other, other->size);
    arrange(s);
}

/* ---- what the bench calls */

/* result: actions played, checksum of actions and winners, checksum of all memories. */
void playouts(const Config *config, int64_t matches, int64_t limit, uint32_t seed, uint64_t result[3]) {
    int16_t *target = targets(config->width, config->height);
    State *first = start(config, target), *s = malloc(first->size);
    uint16_t *actions = malloc(sizeof *actions * (first->cells * DIRECTIONS + 1));
    uint64_t total = 0, memories = 0;
    uint32_t check = 0;
    for (int64_t match = 0; match < matches; match++) {
        become(s, first);
        int64_t played = 0;
        while (played < limit) {
            uint32_t found = list(s, actions);
            if (found == 0) break;
            seed = seed * 1664525u + 1013904223u;
            int action = actions[(seed >> 16) % found];
            check = check * 31 + action;
            apply(s, action);
            played++;
        }
        check = check * 31 + s->winner;
        total += played;
        if (s->fog)
            for (int i = 0; i < s->cells * s->players; i++)
                if (s->seers[i] == 0) memories = memories * 31 + s->memory[i];
    }
    result[0] = total;
    result[1] = check;
    result[2] = memories;
    free(actions), free(s), free(first), free(target);
}

/* Copies of a match played ``played`` actions long, each into memory of its own. */
uint64_t copies(const Config *config, int64_t played, uint32_t seed, int64_t n) {
    int16_t *target = targets(config->width, config->height);
    State *s = start(config, target);
    uint16_t *actions = malloc(sizeof *actions * (s->cells * DIRECTIONS + 1));
    uint64_t check = 0;
    for (int64_t i = 0; i < played; i++) {
        uint32_t found = list(s, actions);
        if (found == 0) break;
        seed = seed * 1664525u + 1013904223u;
        apply(s, actions[(seed >> 16) % found]);
    }
    for (int64_t i = 0; i < n; i++) {
        State *twin = malloc(s->size);
        become(twin, s);
        check = check * 31 + twin->board[i % s->cells];
        free(twin);
    }
    free(actions), free(s), free(target);
    return check;
}

typedef struct {
    int n, actions, limit;
    int16_t *target;
    State *start, **states;
    int32_t *steps;
    uint8_t *masks, *observations, *players, *movers, *done, *winners, *truncated;
} Batch;

static void write_mask(const State *s, uint8_t *out) {
    if (s->fighters > 0) {
        uint32_t me = s->player;
        for (int i = 0; i < s->fighters; i++) {
            int stay = s->waiting[i] * DIRECTIONS;
            out[stay] = 1;
            for (int action = stay + 1; action < stay + DIRECTIONS; action++) {
                int to = s->target[action];
                if (to >= 0 && (s->board[to] >> OWNER & OWNERS) != me) out[action] = 1;
            }
        }
        return;
    }
    int none = 1;
    for (int i = 0; i < s->factories; i++) {
        int stay = s->waiting[i] * DIRECTIONS;
        for (int action = stay + 1; action < stay + DIRECTIONS; action++) {
            int to = s->target[action];
            if (to >= 0 && s->board[to] == 0) {
                out[action] = 1;
                none = 0;
            }
        }
    }
    if (none) out[s->cells * DIRECTIONS] = 1;
}

static void write_observation(const State *s, uint8_t *out) {
    int cells = s->cells, me = s->player;
    const uint8_t *seers = s->seers + (me - 1) * cells;
    const uint8_t *gist = s->gist + (me - 1) * cells;
    for (int cell = 0; cell < cells; cell++) {
        if (seers[cell] > 0) {
            out[SEEN * cells + cell] = 1;
            uint32_t unit = s->board[cell];
            if (unit) {
                int plane = (unit & KIND) - 1 + ((int)(unit >> OWNER & OWNERS) != me ? ENEMY : 0);
                out[plane * cells + cell] = 1;
            }
        } else {
            out[KNOWN * cells + cell] = gist[cell] / SEEN_ONCE;
            out[REMEMBERED * cells + cell] = gist[cell] & KIND;
        }
    }
    for (int i = 0; i < s->fighters + s->factories; i++) out[WAITING * cells + s->waiting[i]] = 1;
}

static void clear(Batch *b) {
    memset(b->masks, 0, (size_t)b->n * b->actions);
    memset(b->observations, 0, (size_t)b->n * PLANES * b->start->cells);
    memset(b->done, 0, b->n);
    memset(b->winners, 0, b->n);
    memset(b->truncated, 0, b->n);
}

static void write_match(Batch *b, int i) {
    b->players[i] = b->states[i]->player;
    write_mask(b->states[i], b->masks + (size_t)i * b->actions);
    write_observation(b->states[i], b->observations + (size_t)i * PLANES * b->start->cells);
}

Batch *batch_new(const Config *config, int n, int limit) {
    Batch *b = calloc(1, sizeof *b);
    b->n = n;
    b->limit = limit;
    b->target = targets(config->width, config->height);
    b->start = start(config, b->target);
    b->actions = b->start->cells * DIRECTIONS + 1;
    b->states = malloc(sizeof *b->states * n);
    for (int i = 0; i < n; i++) become(b->states[i] = malloc(b->start->size), b->start);
    b->steps = calloc(n, sizeof *b->steps);
    b->masks = malloc((size_t)n * b->actions);
    b->observations = malloc((size_t)n * PLANES * b->start->cells);
    b->players = calloc(n, 1);
    b->movers = calloc(n, 1);
    b->done = calloc(n, 1);
    b->winners = calloc(n, 1);
    b->truncated = calloc(n, 1);
    clear(b);
    for (int i = 0; i < n; i++) write_match(b, i);
    return b;
}

void batch_free(Batch *b) {
    for (int i = 0; i < b->n; i++) free(b->states[i]);
    free(b->states), free(b->start), free(b->target), free(b->steps), free(b->masks), free(b->observations);
    free(b->players), free(b->movers), free(b->done), free(b->winners), free(b->truncated), free(b);
}

/* 0: done; -1: an action was not legal and nothing has changed. */
int batch_step(Batch *b, const int64_t *actions) {
    for (int i = 0; i < b->n; i++)
        if (actions[i] < 0 || actions[i] >= b->actions || !b->masks[(size_t)i * b->actions + actions[i]]) return -1;
    clear(b);
    for (int i = 0; i < b->n; i++) {
        State *s = b->states[i];
        b->movers[i] = s->player;
        apply(s, (int)actions[i]);
        b->steps[i]++;
        if (s->player == 0) {
            b->done[i] = 1;
            b->winners[i] = s->winner;
        } else if (b->steps[i] == b->limit) {
            b->truncated[i] = 1;
        }
        if (b->done[i] || b->truncated[i]) {
            become(s, b->start);
            b->steps[i] = 0;
        }
        write_match(b, i);
    }
    return 0;
}

/* A random legal action for every match; returns the seed for the next call. */
uint32_t batch_pick(const Batch *b, int64_t *actions, uint32_t seed) {
    for (int i = 0; i < b->n; i++) {
        const uint8_t *mask = b->masks + (size_t)i * b->actions;
        int legal = 0;
        for (int a = 0; a < b->actions; a++) legal += mask[a];
        seed = seed * 1664525u + 1013904223u;
        int skip = (seed >> 16) % legal, a = 0;
        while (!mask[a] || skip--) a++;
        actions[i] = a;
    }
    return seed;
}

const uint8_t *batch_masks(const Batch *b) { return b->masks; }
const uint8_t *batch_observations(const Batch *b) { return b->observations; }
