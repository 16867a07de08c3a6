/* The connection of a driver to the harness; docs/driver-in-the-loop.md specifies the messages. */

#include "pmu_driver.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { VERSION = 1, LONGEST = 4096, MOST_HANDLERS = 64, FAILED = 70 };

enum request { HELLO = 1, READ, WRITE, ADVANCE, RESET, INPUT, WATCH, COUNT, SUM, EXPECT, BYE };
enum reply { WELCOME = 128, DONE, VALUE, ACCEPTED, ERROR, STOPPED };

/* A message without its length. */
static uint8_t message[LONGEST];
static size_t length, position;

static int connection = -1;
static uint64_t cycles;

static struct {
    pmu_handler handler;
    void *context;
    uint64_t value;
    bool pending;
} handlers[MOST_HANDLERS];
static unsigned disabled;

static void fail(const char *what)
{
    fprintf(stderr, "pmu_driver: %s\n", what);
    exit(FAILED);
}

static void put(uint64_t value, unsigned bytes)
{
    if (length + bytes > LONGEST)
        fail("a message is longer than 4096 bytes");
    for (; bytes > 0; bytes--, value >>= 8)
        message[length++] = (uint8_t)value;
}

static void put_text(const char *text)
{
    size_t bytes = strlen(text);
    put(bytes, 2);
    if (length + bytes > LONGEST)
        fail("a text is longer than a message");
    memcpy(message + length, text, bytes);
    length += bytes;
}

static uint64_t get(unsigned bytes)
{
    uint64_t value = 0;
    if (position + bytes > length)
        fail("the harness sent a message that is too short");
    for (unsigned byte = 0; byte < bytes; byte++)
        value |= (uint64_t)message[position++] << (8 * byte);
    return value;
}

static void send_all(const uint8_t *bytes, size_t count)
{
    while (count > 0) {
        /* Without the flag, a harness that has ended would end the driver by SIGPIPE and without a message. */
        ssize_t sent = send(connection, bytes, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            fail("the connection to the harness is lost");
        bytes += sent;
        count -= (size_t)sent;
    }
}

static void receive_all(uint8_t *bytes, size_t count)
{
    while (count > 0) {
        ssize_t received = recv(connection, bytes, count, 0);
        if (received < 0 && errno == EINTR)
            continue;
        if (received <= 0)
            fail("the connection to the harness is lost");
        bytes += received;
        count -= (size_t)received;
    }
}

static void begin(enum request kind)
{
    length = 0;
    put(kind, 1);
}

/* Sends the message and receives the reply, which must be of this kind. */
static void exchange(enum reply expected)
{
    uint8_t head[4] = { (uint8_t)length, (uint8_t)(length >> 8), 0, 0 };
    send_all(head, 4);
    send_all(message, length);
    receive_all(head, 4);
    length = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
    if (length == 0 || length > LONGEST)
        fail("the harness sent a message of a wrong length");
    receive_all(message, length);
    position = 0;
    enum reply kind = (enum reply)get(1);
    if (kind == ERROR || kind == STOPPED) {
        int bytes = (int)get(2);
        fprintf(stderr, "pmu_driver: %s%.*s\n", kind == STOPPED ? "the run ended: " : "", bytes, message + position);
        exit(FAILED);
    }
    if (kind != expected)
        fail("the harness sent a reply that does not fit the request");
}

static void call_pending(void)
{
    if (disabled)
        return;
    for (unsigned i = 0; i < MOST_HANDLERS;) {
        if (!handlers[i].pending) {
            i++;
            continue;
        }
        handlers[i].pending = false;
        disabled++;
        handlers[i].handler(handlers[i].value, handlers[i].context);
        disabled--;
        i = 0;
    }
}

/* Runs cycles. Returns their number. */
static uint64_t run(pmu_answer *answer)
{
    exchange(DONE);
    cycles = get(8);
    uint64_t advanced = get(8);
    answer->error = get(1) != 0;
    answer->data = get(8);
    for (unsigned fired = (unsigned)get(1); fired > 0; fired--) {
        unsigned number = (unsigned)get(2);
        if (number >= MOST_HANDLERS)
            fail("the harness named a handler that does not exist");
        handlers[number].value = get(8);
        handlers[number].pending = true;
    }
    call_pending();
    return advanced;
}

static void begin_access(enum request kind, unsigned space, unsigned unit, uint32_t address)
{
    if (space > 15 || unit > 255)
        fail("an access to a space above 15 or a unit above 255");
    begin(kind);
    put(space, 1);
    put(unit, 1);
    put(address, 4);
}

pmu_answer pmu_read(unsigned space, unsigned unit, uint32_t address)
{
    pmu_answer answer;
    begin_access(READ, space, unit, address);
    run(&answer);
    return answer;
}

pmu_answer pmu_write(unsigned space, unsigned unit, uint32_t address, uint64_t data)
{
    pmu_answer answer;
    begin_access(WRITE, space, unit, address);
    put(data, 8);
    run(&answer);
    return answer;
}

void pmu_advance(uint64_t count)
{
    pmu_answer answer;
    while (count > 0) {
        begin(ADVANCE);
        put(count, 8);
        count -= run(&answer);
    }
}

void pmu_reset(void)
{
    pmu_answer answer;
    begin(RESET);
    run(&answer);
}

uint64_t pmu_cycles(void)
{
    return cycles;
}

void pmu_set_input(const char *input, uint64_t value)
{
    begin(INPUT);
    put_text(input);
    put(value, 8);
    exchange(ACCEPTED);
}

void pmu_on_interrupt(const char *output, pmu_when when, pmu_handler handler, void *context)
{
    begin(WATCH);
    put(when, 1);
    put_text(output);
    exchange(VALUE);
    uint64_t number = get(8);
    if (number >= MOST_HANDLERS)
        fail("the harness named a handler that does not exist");
    handlers[number].handler = handler;
    handlers[number].context = context;
}

void pmu_disable_interrupts(void)
{
    disabled++;
}

void pmu_enable_interrupts(void)
{
    if (disabled == 0)
        fail("pmu_enable_interrupts() without pmu_disable_interrupts()");
    disabled--;
    call_pending();
}

uint64_t pmu_traffic_count(const char *unit, const char *event)
{
    begin(COUNT);
    put_text(unit);
    put_text(event);
    exchange(VALUE);
    return get(8);
}

uint64_t pmu_traffic_sum(const char *input)
{
    begin(SUM);
    put_text(input);
    exchange(VALUE);
    return get(8);
}

bool pmu_expect(bool condition, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    begin(EXPECT);
    put(condition, 1);
    put_text(text);
    exchange(ACCEPTED);
    return condition;
}

static void connect_to_harness(void)
{
    const char *number = getenv("PMU_COSIM_FD"), *path = getenv("PMU_COSIM_SOCKET");
    if (number) {
        connection = atoi(number);
    } else if (path) {
        struct sockaddr_un address = { .sun_family = AF_UNIX };
        if (strlen(path) >= sizeof address.sun_path)
            fail("the path in PMU_COSIM_SOCKET is too long");
        strcpy(address.sun_path, path);
        connection = socket(AF_UNIX, SOCK_STREAM, 0);
        if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address) != 0) {
            perror(path);
            exit(FAILED);
        }
    } else {
        fail("no harness: run `pmu-cosim drive`, or set PMU_COSIM_SOCKET to the socket of `pmu-cosim serve`");
    }
    begin(HELLO);
    for (const char *magic = "PMUD"; *magic; magic++)
        put((uint8_t)*magic, 1);
    put(VERSION, 2);
    const char *pmu = getenv("PMU_COSIM_PMU");
    put_text(pmu ? pmu : "");
    exchange(WELCOME);
}

int main(void)
{
    connect_to_harness();
    int status = pmu_driver();
    begin(BYE);
    put((uint8_t)status, 1);
    exchange(ACCEPTED);
    return status & 0xff;
}
