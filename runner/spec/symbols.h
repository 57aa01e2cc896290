#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpledger {

class DataFiles;
class Reader;

/// The names that expressions may use, each with its slot in a vector of values. Slots are never given back, so a copy
/// that adds names still serves the expressions that were bound to the original.
class Symbols {
 public:
  /// The device facts (kDeviceFacts) and `sms`, which is sm_count.
  static Symbols device();
  /// device() and the launch geometry: blocks, warps, threads.
  static Symbols launch();
  /// Whether launch() has that slot, as everything made of it then has.
  static bool in_launch(std::size_t slot);
  /// What another family of the same experiment begins with: only launch() is in sight. What it adds and this has
  /// already gets the same slot or code, so that one vector of values serves both.
  Symbols beside() const;
  /// Brings in sight what beside() has hidden.
  void show_all();

  /// The slot of a name; adds the name when it is new.
  std::size_t add(const std::string& name);
  /// Adds what cannot be a name: expressions that use it are not to blame.
  void refuse(const std::string& name) { refused_.push_back(name); }
  bool has_refused() const { return !refused_.empty(); }
  /// Whether `expression` uses what was refused.
  bool has_refused(std::string_view expression) const;
  std::optional<std::size_t> find(std::string_view name) const;
  /// The slot of a name that is there.
  std::size_t slot(std::string_view name) const { return *find(name); }
  /// "known: n, d, sms, and the device's facts (sm_count, l2_bytes, ...)": for messages.
  std::string known() const;
  const std::vector<std::string>& names() const { return names_; }  ///< by slot, also those that are not in sight
  std::vector<std::string> names_in_sight() const;
  std::size_t size() const { return names_.size(); }

  /// What a name's values are. A word's value is its code, the place among words(); of an element type that is its
  /// place in kElementTypes. Of a data file it is the code of its name.
  enum class Values { numbers, words, types, files };
  Values values_of(std::size_t slot) const;
  bool has_words(std::size_t slot) const { return values_of(slot) != Values::numbers; }
  void set_values(std::size_t slot, Values values) { values_[slot] = values; }
  /// The code of a word; adds the word when it is new.
  std::size_t add_word(const std::string& word);
  std::optional<std::size_t> find_word(std::string_view word) const;
  /// All that a value may be, the names of element types first; by code, also those that are not in sight. Copies
  /// share it: what an experiment adds has its code in expressions of the family, too.
  const std::vector<std::string>& words() const { return *words_; }
  std::shared_ptr<const std::vector<std::string>> shared_words() const { return words_; }
  std::vector<std::string> words_in_sight() const;

  /// The data files that expressions may ask about; null: none.
  const std::shared_ptr<DataFiles>& files() const { return files_; }
  void set_files(std::shared_ptr<DataFiles> files) { files_ = std::move(files); }

 private:
  std::vector<std::string> names_;
  std::map<std::size_t, Values> values_;  ///< by slot, of names whose values are no numbers
  std::shared_ptr<std::vector<std::string>> words_ = std::make_shared<std::vector<std::string>>();
  std::set<std::size_t> hidden_names_, hidden_words_;  ///< slots and codes
  std::vector<std::string> refused_;
  std::shared_ptr<DataFiles> files_;
};

/// True if a name may have `c` after its first character.
bool is_name_character(char c);

/// Names that results have whatever a family or an experiment calls its own: the columns of the ledger's view points.
/// A quantity of such a name would stand in the column's place.
class ResultNames {
 public:
  ResultNames() = default;  ///< none
  explicit ResultNames(const std::vector<std::string>& columns);

  /// Throws Error at `key` when it is one of them, in whatever case: SQL knows none.
  void refuse(const Reader& key) const;

 private:
  std::set<std::string> lower_case_;
};

/// Adds a new name to `symbols`, even when an error is kept at `key`: that it is no name, has a meaning in expressions,
/// or is in `taken`. Nothing is said then of expressions that use what is no name.
std::size_t add_name(const Reader& key, const ResultNames& taken, Symbols& symbols);

}  // namespace warpledger
