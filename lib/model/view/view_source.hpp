// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A view: a source made of others. Each of its variables consists of boxes of their variables,
// perhaps converted. Where it consists of their whole chunks, at positions that chunks of one shape
// can have, the view has their stored bytes. Otherwise it offers its values in parts, of which each
// comes from one chunk, so workers decode them (`FoundPart`).
//
// A view of one source may have all of it, unchanged except for some variables that are converted.
// The I/O thread converts these in slabs, so that the original values take little memory. The view
// passes on their chunks and elements as they are stored, so that others can convert them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/view/region.hpp"

namespace ncf::model {

/// The sources of a view, of which only some are open at a time.
class SourcePool {
 public:
  /// The most sources that are open while none of them is in use.
  static constexpr std::size_t most_open = 256;

  using Open = std::function<std::unique_ptr<Source>(std::size_t number)>;

  /// open: opens a source, always with the same contents.
  SourcePool(std::size_t count, Open open) : open_(std::move(open)), slots_(count) {}

  /// Makes a pool of one source.
  explicit SourcePool(std::shared_ptr<Source> only) : slots_(1) {
    slots_.front().source = std::move(only);
  }

  [[nodiscard]] std::size_t count() const noexcept { return slots_.size(); }

  /// Returns whether sources are closed to open others.
  [[nodiscard]] bool is_limited() const noexcept { return slots_.size() > most_open; }

  /// Returns a source, which stays open while the caller holds it. It must be returned to the I/O
  /// thread, or `this` must hold it longer. I/O thread. throws: Error.
  [[nodiscard]] std::shared_ptr<Source> get(std::size_t number);

  /// Returns a source that was opened by a pool without limit. Any thread.
  [[nodiscard]] Source& opened(std::size_t number) const { return *slots_[number].source; }

 private:
  struct Slot {
    std::shared_ptr<Source> source;
    std::uint64_t last_use = 0;
  };

  void close_one();

  Open open_;
  std::vector<Slot> slots_;
  std::size_t open_count_ = 0;
  std::uint64_t uses_ = 0;
};

/// Makes values of a view's variable from those of a source. If neither function is set, the bytes
/// stay, and only mean values of another type of a fixed size.
struct ViewConversion {
  TypeRef original = {};
  /// Replaces `values`, of the view's type, by the converted `originals` of a box of the view. Both
  /// types are of fixed size. Any thread. throws: Error.
  std::function<void(const Box& box, std::span<const std::byte> originals,
                     std::span<std::byte> values)>
      convert = {};
  /// The value that is read where nothing is stored; empty if it is unknown. If conversions are
  /// chained, it is.
  std::optional<std::vector<std::byte>> fill = {};
  /// Set instead if the variable has other dimensions than the original, or values of variable
  /// length: replaces `values` of a box by what it reads from all of the original. I/O thread.
  std::function<void(Source& source, const Box& box, Values& values)> read = {};
};

using ViewConversionRef = std::shared_ptr<const ViewConversion>;

/// Returns a conversion that does `second` with the results of `first`, which may be null.
[[nodiscard]] ViewConversionRef chained(ViewConversionRef first, ViewConversionRef second);

/// A variable of a source in the pool.
struct Origin {
  std::size_t source = 0;
  VariableId variable = 0;
  ViewConversionRef conversion = {};  ///< null if values are unchanged
};

struct ViewVariable {
  RegionGrid grid;
  std::vector<Origin> origins;  ///< for each segment of the joined dimension; else one
};

/// What a view consists of.
struct ViewDefinition {
  Schema schema;
  std::vector<ViewVariable> variables;  ///< as in the schema

  /// Converts the values of a variable, after what is done to them before. Its definition stays.
  void convert(VariableId variable, ViewConversion conversion);
};

/// Returns the definition of a view that has all of a source. source: its number in the pool.
[[nodiscard]] ViewDefinition all_of(const Schema& schema, std::size_t source = 0);

/// Reads values of a view's variable through its sources. I/O thread. throws: Error.
void read_values(const ViewVariable& variable, SourcePool& pool, const Box& box, Values& values);

class ViewSource final : public Source {
 public:
  using Chain = std::shared_ptr<const filter::PreparedChain>;
  /// Returns a chain that decodes chunks of a form on any thread; null if there is none.
  using Prepare = std::function<Chain(const StoredForm& form)>;

  /// Looks at all sources. pool: not empty. prepare: null for a view without parts. throws: Error.
  ViewSource(std::string name, ViewDefinition definition, std::shared_ptr<SourcePool> pool,
             const Prepare& prepare);

  /// Makes a view of one source without parts. definition: has all of the source.
  ViewSource(std::shared_ptr<Source> source, ViewDefinition definition);

  /// Return what the view consists of.
  [[nodiscard]] const ViewVariable& variable(VariableId id) const {
    return definition_.variables[id];
  }
  [[nodiscard]] std::size_t source_count() const noexcept { return pool_->count(); }
  [[nodiscard]] std::shared_ptr<Source> source(std::size_t number) { return pool_->get(number); }

  /// Returns the memory for reading a variable that the I/O thread converts, besides its values.
  [[nodiscard]] std::uint64_t reading_bytes(VariableId variable) const;

  [[nodiscard]] const Schema& schema() const override { return definition_.schema; }
  [[nodiscard]] Provenance provenance() override { return pool_->get(0)->provenance(); }
  [[nodiscard]] RequestedLayout layout_to_keep() override {
    return pool_->get(0)->layout_to_keep();
  }
  [[nodiscard]] bool shows_stored_bytes() const noexcept override { return shows_stored_bytes_; }
  [[nodiscard]] bool is_one_file() const noexcept override { return is_one_file_; }
  [[nodiscard]] std::uint64_t ahead_bytes() const override { return ahead_bytes_; }
  [[nodiscard]] std::optional<Error> fault(VariableId id) const override {
    const State& state = states_[id];
    return state.whole ? state.whole->fault(state.whole_id) : state.fault;
  }
  [[nodiscard]] std::set<std::string> other_files() const override;
  [[nodiscard]] std::set<std::string> other_files(VariableId variable) const override;
  bool announce(VariableId variable, std::span<const std::size_t> offset) override;
  void forget_announced() override;
  [[nodiscard]] std::optional<PartSize> part_size(VariableId variable) override;

 private:
  /// A form that variables of several sources have, apart from its extent.
  struct Form {
    StoredForm stored;
    std::optional<Chain> chain;  ///< set when first needed
  };
  /// What is known about an origin.
  struct Facts {
    Form* form = nullptr;
    std::vector<std::size_t> extent;
    std::optional<ElementPlaces> places;
    std::size_t chunks = 0;  ///< stored
    std::uint64_t bytes = 0;
    bool shows_bytes = false;  ///< whether the form describes stored bytes
  };
  enum class Kind {
    whole,  ///< all of one variable, as it is stored
    fits,   ///< whole chunks of its origins
    parts,  ///< found in parts
    read,   ///< only read through the sources
  };
  struct State {
    Kind kind = Kind::read;
    std::vector<Facts> facts;                    ///< as the origins
    std::shared_ptr<Source> whole;               ///< if `whole`, or all of one variable is `read`
    VariableId whole_id = 0;                     ///< in `whole`
    std::optional<std::vector<std::byte>> fill;  ///< that all origins have, as in memory
    std::optional<std::size_t> chunks;           ///< stored, if `fits`; set when first needed
    std::optional<Error> fault;
  };

  void do_read(VariableId variable, const Box& box, Values& values) override;
  [[nodiscard]] StoredForm do_stored_form(VariableId variable) override;
  [[nodiscard]] std::size_t do_stored_chunk_count(VariableId variable) override;
  [[nodiscard]] std::uint64_t do_stored_bytes(VariableId variable) override;
  [[nodiscard]] std::optional<StoredPlace> do_find_chunk(
      VariableId variable, std::span<const std::size_t> offset) override;
  [[nodiscard]] std::optional<std::vector<std::vector<std::size_t>>> do_list_chunks(
      VariableId variable) override;
  void do_expect_found(VariableId variable) override;
  void do_read_found(VariableId variable, std::span<const std::size_t> offset,
                     const StoredPlace& place, std::span<std::byte> bytes) override;
  [[nodiscard]] std::optional<ElementPlaces> do_find_elements(VariableId variable) override;
  void do_read_bytes(VariableId variable, std::uint64_t offset,
                     std::span<std::byte> bytes) override;
  void do_will_read(VariableId variable, std::uint64_t begin,
                    std::uint64_t bytes) noexcept override;
  void do_read_elements(VariableId variable, const Box& box,
                        std::span<std::byte> elements) override;
  [[nodiscard]] std::vector<FoundPart> do_find_parts(VariableId variable, const Box& box) override;

  [[nodiscard]] bool take_whole(const std::shared_ptr<Source>& source, VariableId variable);
  void look_at(Source& source, const Origin& origin, State& state, Facts& facts);
  [[nodiscard]] Form* form_like(StoredForm form);
  void decide(VariableId variable, const Prepare& prepare);
  [[nodiscard]] bool fits(VariableId variable) const;
  [[nodiscard]] bool can_find_parts(VariableId variable, const Prepare& prepare) const;
  void choose_fill(VariableId variable);
  [[nodiscard]] std::optional<std::vector<std::byte>> fill_of(const Origin& origin,
                                                              const Facts& facts) const;
  [[nodiscard]] std::pair<std::size_t, std::size_t> stored_and_all(VariableId variable,
                                                                   std::size_t origin);
  [[nodiscard]] std::size_t count_chunks(VariableId variable);
  [[nodiscard]] std::vector<std::size_t> cell_shape(VariableId variable, std::size_t segment) const;
  [[nodiscard]] FoundPart find_part(VariableId variable, std::size_t segment, const Cell& cell);
  [[nodiscard]] FoundPart read_part(VariableId variable, Box box);
  [[nodiscard]] const ViewConversionRef& conversion_of_whole(VariableId variable) const {
    return definition_.variables[variable].origins.front().conversion;
  }
  [[nodiscard]] ChunkGrid slabs_of(VariableId variable) const;
  void read_whole(VariableId variable, const Box& box, Values& values);

  ViewDefinition definition_;
  std::shared_ptr<SourcePool> pool_;
  bool shows_stored_bytes_ = true;
  bool is_one_file_ = false;
  std::uint64_t ahead_bytes_ = 0;
  std::vector<std::unique_ptr<Form>> forms_;
  std::vector<State> states_;  ///< by variable
  /// Chunks of sources that may be closed before they are read.
  std::map<std::pair<VariableId, std::vector<std::size_t>>, std::vector<std::byte>> found_;
  std::mutex found_mutex_;  ///< for found_
};

}  // namespace ncf::model
