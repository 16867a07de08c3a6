# An image in which the two commands of the README run:
#
#   docker build -t pmu-cosim .
#   docker run --rm pmu-cosim                          # make sim
#   docker run --rm pmu-cosim make test
#
# Results of a run remain on the host with `-v "$PWD/runs:/pmu-cosim/build/runs"`. Your own RTL needs another volume:
#
#   docker run --rm -v "$PWD/rtl:/rtl" pmu-cosim make sim PMU=ivt_ubox RTL=/rtl TOP=MODULE PORTS=/rtl/ports.toml

FROM rust:1-bookworm

RUN apt-get update \
 && apt-get install -y --no-install-recommends g++ git make python3 python3-venv \
 && rm -rf /var/lib/apt/lists/* \
 && rustup component add rustfmt clippy

WORKDIR /pmu-cosim
COPY . .

# The crates of the tests too, so that `make test` downloads none. The build of one model installs Verilator.
RUN cargo fetch --locked \
 && make tool \
 && target/release/pmu-cosim build --pmu k8 \
 && target/release/pmu-cosim doctor

CMD ["make", "sim"]
