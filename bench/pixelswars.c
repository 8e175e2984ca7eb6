/* PixelsWars by hand in C: the reference that the bench measures the Python rules against.
 *
 * The same design (per own unit the set of cells it reaches, searched again only when a cell it has looked at was
 * entered or left; the legal actions of all units listed before every action) with what C adds for free: the
 * narrowest integers, sets of cells as words of bits, one block of memory per match, no bounds checks.
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 324, WORDS = (MOST_CELLS + 63) / 64, MOST_KINDS = 16, MOST_UNITS = 512, RANGES = 8 };
enum { ROAD, GRASS, FOREST, MOUNTAIN, WATER, CITY, ARMY_BASE, HOSPITAL, AIRPORT, GROUNDS };
enum { POINTS = 20, TAKEN = 10, INCOME = 200, HEALING = 50, MOST_MOVEMENT = 31, IMPASSABLE = 99 };

typedef struct {
    int price, hp, movement, attacks, attack, defence, least, most, captures, air, built_at;
    int multiplier[MOST_KINDS]; /* per cent; 0: may not be shot at */
} Kind;

typedef struct {
    int kinds, worth; /* worth: a number that every kind's hp divides */
    Kind kind[MOST_KINDS];
    int cost[GROUNDS], defence[GROUNDS];
} Catalogue;

typedef struct {
    int kind, player, cell;
} Placed;

typedef struct {
    int width, height, units, max_rounds;
    int funds[3];
    int ground[MOST_CELLS];
    Placed placed[64];
} Config;

typedef uint64_t Cells[WORDS];

/* What never changes in a match, shared by all its copies. */
typedef struct {
    Catalogue c;
    int width, height, cells, words;
    uint8_t ground[MOST_CELLS];
    uint8_t cost[2][MOST_CELLS]; /* [air] */
    int16_t beside[MOST_CELLS][4];
    Cells near[RANGES][MOST_CELLS]; /* not farther than this, the cell itself as well */
    int buildings;
    int16_t building[MOST_CELLS];
} Board;

typedef struct {
    uint8_t kind, owner, hp, movement, attacks, captures;
    int16_t cell;
} Unit;

typedef struct {
    const Board *b;
    int player, current, turn, max_rounds, winner, count;
    int funds[3], living[3];
    int16_t at[MOST_CELLS]; /* slot + 1 */
    uint8_t owner[MOST_CELLS], points[MOST_CELLS];
    Cells side[3];
    Unit unit[MOST_UNITS];
    /* Searches, of the player to move. */
    uint64_t watch[MOST_CELLS], dirty; /* a bit for every 64th slot */
    Cells reach[64];
    uint8_t left[64][MOST_CELLS]; /* movement left on arrival, where it is reached */
    int16_t searched[64];         /* the slot that the three above are of */
} State;

static void board_init(Board *b, const Catalogue *c, const Config *g) {
    memset(b, 0, sizeof *b);
    b->c = *c;
    b->width = g->width, b->height = g->height, b->cells = g->width * g->height;
    b->words = (b->cells + 63) / 64;
    for (int i = 0; i < b->cells; i++) {
        int x = i % b->width, y = i / b->width, ground = g->ground[i];
        b->ground[i] = ground;
        b->cost[0][i] = c->cost[ground];
        b->cost[1][i] = 1;
        b->beside[i][0] = y > 0 ? i - b->width : -1;
        b->beside[i][1] = y + 1 < b->height ? i + b->width : -1;
        b->beside[i][2] = x + 1 < b->width ? i + 1 : -1;
        b->beside[i][3] = x > 0 ? i - 1 : -1;
        if (ground >= CITY) b->building[b->buildings++] = i;
        for (int r = 0; r < RANGES; r++)
            for (int v = y - r; v <= y + r; v++)
                for (int u = x - r; u <= x + r; u++)
                    if (u >= 0 && u < b->width && v >= 0 && v < b->height) {
                        int j = v * b->width + u;
                        b->near[r][i][j >> 6] |= 1ull << (j & 63);
                    }
    }
}

static inline void put(State *s, int cell, int slot) {
    s->at[cell] = slot + 1;
    s->side[s->unit[slot].owner][cell >> 6] |= 1ull << (cell & 63);
    s->unit[slot].cell = cell;
    s->dirty |= s->watch[cell];
}

static inline void lift(State *s, int cell) {
    s->side[s->unit[s->at[cell] - 1].owner][cell >> 6] &= ~(1ull << (cell & 63));
    s->at[cell] = 0;
    s->dirty |= s->watch[cell];
}

static void refresh(Unit *u, const Kind *k) {
    u->movement = k->movement, u->attacks = k->attacks, u->captures = k->captures;
}

static int add(State *s, int kind, int owner, int cell) {
    int slot = s->count++;
    if (slot >= MOST_UNITS) abort();
    Unit *u = &s->unit[slot];
    u->kind = kind, u->owner = owner, u->hp = s->b->c.kind[kind].hp;
    refresh(u, &s->b->c.kind[kind]);
    s->living[owner]++;
    put(s, cell, slot);
    s->dirty |= 1ull << (slot & 63);
    return slot;
}

static void state_init(State *s, const Board *b, const Config *g) {
    memset(s, 0, sizeof *s);
    s->b = b;
    s->player = s->current = s->turn = 1;
    s->max_rounds = g->max_rounds;
    s->funds[1] = g->funds[1], s->funds[2] = g->funds[2];
    for (int i = 0; i < b->cells; i++) s->points[i] = b->ground[i] >= CITY ? POINTS : 0;
    for (int i = 0; i < g->units; i++) add(s, g->placed[i].kind, g->placed[i].player, g->placed[i].cell);
    s->dirty = ~0ull;
}

/* ---- movement */

/* Every cell that a unit with this movement can stop at, and what is left of it there. What a step costs depends on the
 * cell entered alone, so that the first way to a cell, taken by movement left, is a cheapest one. */
static void search(State *s, int slot) {
    const Board *b = s->b;
    const Unit *u = &s->unit[slot];
    int bit = slot & 63;
    const uint8_t *cost = b->cost[b->c.kind[u->kind].air];
    uint64_t *reach = s->reach[bit], mine = 1ull << bit;
    uint8_t *left = s->left[bit];
    int16_t queue[MOST_MOVEMENT + 1][MOST_CELLS];
    int length[MOST_MOVEMENT + 1] = {0};
    memset(reach, 0, sizeof(Cells));
    s->searched[bit] = slot;
    left[u->cell] = u->movement;
    reach[u->cell >> 6] |= 1ull << (u->cell & 63);
    queue[u->movement][length[u->movement]++] = u->cell;
    for (int m = u->movement; m > 0; m--)
        for (int i = 0; i < length[m]; i++) {
            int from = queue[m][i];
            for (int d = 0; d < 4; d++) {
                int to = b->beside[from][d];
                if (to < 0) continue;
                int rest = m - cost[to];
                if (rest < 0) continue;
                s->watch[to] |= mine;
                uint64_t there = 1ull << (to & 63);
                if (s->at[to] || reach[to >> 6] & there) continue;
                reach[to >> 6] |= there;
                left[to] = rest;
                queue[rest][length[rest]++] = to;
            }
        }
    reach[u->cell >> 6] &= ~(1ull << (u->cell & 63));
}

static inline void search_if_needed(State *s, int slot) {
    int bit = slot & 63;
    if (s->dirty >> bit & 1 || s->searched[bit] != slot) search(s, slot);
}

/* ---- fights */

static inline int range_most(const State *s, const Unit *u) {
    const Kind *k = &s->b->c.kind[u->kind];
    return k->most + (k->most > 1 && !k->air && s->b->ground[u->cell] == MOUNTAIN);
}

static inline int far(const State *s, int one, int other) {
    int w = s->b->width, dx = abs(one % w - other % w), dy = abs(one / w - other / w);
    return dx > dy ? dx : dy;
}

/* The health the target has left. */
static int strike(const State *s, const Unit *by, const Unit *at) {
    const Kind *k = &s->b->c.kind[by->kind], *t = &s->b->c.kind[at->kind];
    int cover = t->air ? 0 : s->b->c.defence[s->b->ground[at->cell]];
    int force = 10 * k->attack - t->defence - cover;
    if (force < 0) force = 0;
    int whole = 1000 * k->hp;
    int rest = at->hp * whole - force * by->hp * k->multiplier[at->kind];
    return rest > 0 ? (2 * rest + whole) / (2 * whole) : 0;
}

static void die(State *s, int slot) {
    lift(s, s->unit[slot].cell);
    s->unit[slot].hp = 0;
    s->living[s->unit[slot].owner]--;
}

static void over(State *s, int winner) { s->winner = winner, s->player = 0; }

static void attack(State *s, int slot, int target) {
    Unit *u = &s->unit[slot], *t = &s->unit[target];
    const Kind *k = &s->b->c.kind[t->kind];
    u->attacks--;
    t->hp = strike(s, u, t);
    if (t->hp == 0)
        die(s, target);
    else {
        int away = far(s, u->cell, t->cell);
        if (k->multiplier[u->kind] && away >= k->least && away <= range_most(s, t)) {
            u->hp = strike(s, t, u);
            if (u->hp == 0) die(s, slot);
        }
    }
    for (int p = 1; p <= 2; p++)
        if (s->living[p] == 0) over(s, 3 - p);
}

/* ---- turns */

static void judge(State *s) {
    int64_t worth[3] = {0};
    int cities[3] = {0};
    for (int i = 0; i < s->count; i++) {
        const Unit *u = &s->unit[i];
        const Kind *k = &s->b->c.kind[u->kind];
        worth[u->owner] += (int64_t)k->price * u->hp * (s->b->c.worth / k->hp);
    }
    for (int i = 0; i < s->b->buildings; i++)
        if (s->b->ground[s->b->building[i]] == CITY) cities[s->owner[s->b->building[i]]]++;
    over(s, worth[1] != worth[2] ? (worth[1] > worth[2] ? 1 : 2) : cities[1] > cities[2] ? 1 : 2);
}

static void end_turn(State *s) {
    const Board *b = s->b;
    if (s->max_rounds && s->turn >= 2 * s->max_rounds) {
        judge(s);
        return;
    }
    s->turn++;
    int me = s->player = s->current = 3 - s->player;
    for (int i = 0; i < b->buildings; i++) {
        int cell = b->building[i];
        if (b->ground[cell] == CITY && s->owner[cell] == me) s->funds[me] += INCOME;
    }
    for (int i = 0; i < s->count; i++) {
        Unit *u = &s->unit[i];
        if (u->hp == 0) continue;
        const Kind *k = &b->c.kind[u->kind];
        refresh(u, k);
        if (u->owner == me && b->ground[u->cell] == HOSPITAL && s->owner[u->cell] == me)
            u->hp = u->hp + HEALING < k->hp ? u->hp + HEALING : k->hp;
    }
    memset(s->watch, 0, sizeof s->watch);
    s->dirty = ~0ull;
}

/* ---- actions */

static inline int action_space(const Board *b) { return b->cells * b->cells + b->cells * b->c.kinds + 1; }

static int write_actions(State *s, int32_t *out) {
    const Board *b = s->b;
    int count = 0, n = b->cells, me = s->player;
    if (me == 0) return 0;
    for (int w = 0; w < b->words; w++)
        for (uint64_t rest = s->side[me][w]; rest; rest &= rest - 1) {
            int from = w * 64 + __builtin_ctzll(rest), slot = s->at[from] - 1, bit = slot & 63;
            const Unit *u = &s->unit[slot];
            const Kind *k = &b->c.kind[u->kind];
            search_if_needed(s, slot);
            Cells to;
            memcpy(to, s->reach[bit], sizeof to);
            if (u->attacks) {
                const uint64_t *most = b->near[range_most(s, u)][from], *less = b->near[k->least - 1][from];
                for (int v = 0; v < b->words; v++)
                    for (uint64_t foes = s->side[3 - me][v] & most[v] & ~less[v]; foes; foes &= foes - 1) {
                        int cell = v * 64 + __builtin_ctzll(foes);
                        if (k->multiplier[s->unit[s->at[cell] - 1].kind]) to[v] |= foes & -foes;
                    }
            }
            if (u->captures && b->ground[from] >= CITY && (s->owner[from] != me || s->points[from] < POINTS))
                to[w] |= 1ull << (from & 63);
            for (int v = 0; v < b->words; v++)
                for (uint64_t cells = to[v]; cells; cells &= cells - 1)
                    out[count++] = from * n + v * 64 + __builtin_ctzll(cells);
        }
    /* Slots that share a bit make each other search again; with up to 64 units nobody does. */
    s->dirty = 0;
    for (int i = 0; i < b->buildings; i++) {
        int cell = b->building[i], ground = b->ground[cell];
        if (s->owner[cell] != me || s->at[cell] || (ground != ARMY_BASE && ground != AIRPORT)) continue;
        for (int k = 0; k < b->c.kinds; k++)
            if (b->c.kind[k].built_at == ground && b->c.kind[k].price <= s->funds[me])
                out[count++] = n * n + cell * b->c.kinds + k;
    }
    out[count++] = n * n + n * b->c.kinds;
    return count;
}

static void apply(State *s, int action) {
    const Board *b = s->b;
    int n = b->cells, me = s->player;
    if (action == n * n + n * b->c.kinds) {
        end_turn(s);
    } else if (action >= n * n) {
        int cell = (action - n * n) / b->c.kinds, kind = (action - n * n) % b->c.kinds;
        s->funds[me] -= b->c.kind[kind].price;
        add(s, kind, me, cell);
    } else {
        int from = action / n, to = action % n, slot = s->at[from] - 1;
        Unit *u = &s->unit[slot];
        if (from == to) {
            u->captures = 0;
            if (s->owner[from] == me || s->points[from] <= TAKEN)
                s->owner[from] = me, s->points[from] = POINTS;
            else
                s->points[from] -= TAKEN;
        } else if (s->at[to])
            attack(s, slot, s->at[to] - 1);
        else {
            search_if_needed(s, slot);
            u->movement = s->left[slot & 63][to];
            lift(s, from);
            put(s, to, slot);
            s->dirty |= 1ull << (slot & 63);
        }
    }
}

/* ---- what the bench calls */

static uint32_t next(uint32_t seed) { return seed * 1664525u + 1013904223u; }

void playouts(const Catalogue *c, const Config *g, int64_t matches, int64_t limit, uint32_t seed, uint64_t *out) {
    Board *b = malloc(sizeof *b);
    State *first = malloc(sizeof *first), *s = malloc(sizeof *s);
    board_init(b, c, g);
    state_init(first, b, g);
    int32_t *actions = malloc(sizeof *actions * action_space(b));
    uint64_t total = 0;
    uint32_t check = 0;
    for (int64_t m = 0; m < matches; m++) {
        memcpy(s, first, sizeof *s);
        for (int64_t played = 0; played < limit; played++) {
            int count = write_actions(s, actions);
            if (count == 0) break;
            seed = next(seed);
            int action = actions[(seed >> 16) % count];
            check = check * 31 + action;
            apply(s, action);
            total++;
        }
        check = check * 31 + s->winner;
    }
    out[0] = total, out[1] = check;
    free(actions), free(s), free(first), free(b);
}

/* What all units of the player to move can do, searched anew again and again; the number of actions each time. */
int64_t reaches(const Catalogue *c, const Config *g, int64_t rounds) {
    Board *b = malloc(sizeof *b);
    State *s = malloc(sizeof *s);
    board_init(b, c, g);
    state_init(s, b, g);
    int32_t *actions = malloc(sizeof *actions * action_space(b));
    int64_t found = 0;
    for (int64_t r = 0; r < rounds; r++) {
        s->dirty = ~0ull;
        found = write_actions(s, actions);
    }
    free(actions), free(s), free(b);
    return found;
}

/* Microseconds are for the caller to measure: copies of a match some way on. */
uint64_t copies(const Catalogue *c, const Config *g, int64_t played, uint32_t seed, int64_t count) {
    Board *b = malloc(sizeof *b);
    State *s = malloc(sizeof *s);
    board_init(b, c, g);
    state_init(s, b, g);
    int32_t *actions = malloc(sizeof *actions * action_space(b));
    for (int64_t i = 0; i < played; i++) {
        int found = write_actions(s, actions);
        if (found == 0) break;
        seed = next(seed);
        apply(s, actions[(seed >> 16) % found]);
    }
    uint64_t check = 0;
    for (int64_t i = 0; i < count; i++) {
        State *twin = malloc(sizeof *twin);
        memcpy(twin, s, sizeof *twin);
        check += twin->turn;
        free(twin);
    }
    free(actions), free(s), free(b);
    return check;
}

/* ---- batches */

typedef struct {
    int n, limit, actions, planes;
    Board board;
    State start;
    State *states;
    int *steps;
    int32_t *list;
    uint8_t *masks, *observations, *players, *movers, *done, *winners, *truncated;
} Batch;

static uint8_t hundreds(int money) { return money < 25500 ? money / 100 : 255; }

static void observe(const State *s, uint8_t *out) {
    const Board *b = s->b;
    int n = b->cells, kinds = b->c.kinds, me = s->player;
    uint8_t *grounds = out + 2 * kinds * n, *buildings = grounds + GROUNDS * n, *left = buildings + 3 * n;
    uint8_t *money = left + 3 * n;
    memset(money, hundreds(s->funds[me]), n);
    memset(money + n, hundreds(s->funds[3 - me]), n);
    memset(money + 2 * n, 1, n);
    for (int i = 0; i < n; i++) {
        grounds[b->ground[i] * n + i] = 1;
        if (!s->at[i]) continue;
        const Unit *u = &s->unit[s->at[i] - 1];
        out[((u->owner == me ? 0 : kinds) + u->kind) * n + i] = u->hp;
        if (u->owner != me) continue;
        left[i] = u->movement, left[n + i] = u->attacks, left[2 * n + i] = u->captures;
    }
    for (int i = 0; i < b->buildings; i++) {
        int cell = b->building[i], owner = s->owner[cell];
        buildings[(owner == 0 ? 2 : owner == me ? 0 : 1) * n + cell] = s->points[cell];
    }
}

static void write_match(Batch *b, int i) {
    State *s = &b->states[i];
    uint8_t *mask = b->masks + (size_t)i * b->actions;
    b->players[i] = s->player;
    int count = write_actions(s, b->list);
    for (int a = 0; a < count; a++) mask[b->list[a]] = 1;
    observe(s, b->observations + (size_t)i * b->planes * s->b->cells);
}

static void clear(Batch *b) {
    memset(b->masks, 0, (size_t)b->n * b->actions);
    memset(b->observations, 0, (size_t)b->n * b->planes * b->board.cells);
    memset(b->done, 0, b->n), memset(b->winners, 0, b->n), memset(b->truncated, 0, b->n);
}

Batch *batch_new(const Catalogue *c, const Config *g, int n, int limit) {
    Batch *b = calloc(1, sizeof *b);
    b->n = n, b->limit = limit;
    board_init(&b->board, c, g);
    state_init(&b->start, &b->board, g);
    b->actions = action_space(&b->board);
    b->planes = 2 * c->kinds + GROUNDS + 9;
    b->states = malloc(sizeof *b->states * n);
    for (int i = 0; i < n; i++) b->states[i] = b->start;
    b->steps = calloc(n, sizeof *b->steps);
    b->list = malloc(sizeof *b->list * b->actions);
    b->masks = malloc((size_t)n * b->actions);
    b->observations = malloc((size_t)n * b->planes * b->board.cells);
    b->players = calloc(n, 1), b->movers = calloc(n, 1), b->done = calloc(n, 1);
    b->winners = calloc(n, 1), b->truncated = calloc(n, 1);
    clear(b);
    for (int i = 0; i < n; i++) write_match(b, i);
    return b;
}

void batch_free(Batch *b) {
    free(b->states), free(b->steps), free(b->list), free(b->masks), free(b->observations), free(b->players);
    free(b->movers), free(b->done), free(b->winners), free(b->truncated), free(b);
}

/* 0: done; -1: an action was not legal and nothing has changed. */
int batch_step(Batch *b, const int64_t *actions) {
    for (int i = 0; i < b->n; i++)
        if (actions[i] < 0 || actions[i] >= b->actions || !b->masks[(size_t)i * b->actions + actions[i]]) return -1;
    clear(b);
    for (int i = 0; i < b->n; i++) {
        State *s = &b->states[i];
        b->movers[i] = s->player;
        apply(s, (int)actions[i]);
        b->steps[i]++;
        if (s->player == 0)
            b->done[i] = 1, b->winners[i] = s->winner;
        else if (b->steps[i] == b->limit)
            b->truncated[i] = 1;
        if (b->done[i] || b->truncated[i]) {
            *s = b->start;
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
        seed = next(seed);
        int skip = (seed >> 16) % legal, a = 0;
        while (!mask[a] || skip--) a++;
        actions[i] = a;
    }
    return seed;
}

const uint8_t *batch_masks(const Batch *b) { return b->masks; }
const uint8_t *batch_observations(const Batch *b) { return b->observations; }
