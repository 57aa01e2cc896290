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

/// Names that expressions may use, and their slots in a vector of values. Slots are never reused, so copies with more
/// names serve the original's expressions.
class Symbols {
 public:
  /// Returns the device facts (kDeviceFacts) and `sms`, a synonym of sm_count.
  static Symbols device();
  /// Returns device() plus blocks, warps and threads.
  static Symbols launch();
  /// True if launch(), and so every set derived from it, has `slot`.
  static bool in_launch(std::size_t slot);
  /// Returns symbols for another family of the same experiment: only launch() is visible, but names and words that both
  /// add share slots and codes.
  Symbols beside() const;
  /// Makes visible what beside() has hidden.
  void show_all();

  /// Returns the slot; adds the name if new.
  std::size_t add(const std::string& name);
  /// Marks a rejected name, so that expressions using it cause no further errors.
  void refuse(const std::string& name) { refused_.push_back(name); }
  bool has_refused() const { return !refused_.empty(); }
  /// True if `expression` uses a rejected name.
  bool has_refused(std::string_view expression) const;
  std::optional<std::size_t> find(std::string_view name) const;
  /// Requires the name to be visible.
  std::size_t slot(std::string_view name) const { return *find(name); }
  /// Returns "known: n, d, sms, and the device's facts (sm_count, l2_bytes, ...)", for messages.
  std::string known() const;
  const std::vector<std::string>& names() const { return names_; }  ///< by slot, including hidden ones
  std::vector<std::string> names_in_sight() const;
  std::size_t size() const { return names_.size(); }

  /// Words and file names are represented by codes, their index in words(). An element type's code is also its index in
  /// kElementTypes.
  enum class Values { numbers, words, types, files };
  Values values_of(std::size_t slot) const;
  bool has_words(std::size_t slot) const { return values_of(slot) != Values::numbers; }
  void set_values(std::size_t slot, Values values) { values_[slot] = values; }
  /// Returns the code; adds the word if new.
  std::size_t add_word(const std::string& word);
  std::optional<std::size_t> find_word(std::string_view word) const;
  /// All words by code, including hidden ones; element types come first. Shared by copies: words added by an experiment
  /// are valid in its families' expressions.
  const std::vector<std::string>& words() const { return *words_; }
  std::shared_ptr<const std::vector<std::string>> shared_words() const { return words_; }
  std::vector<std::string> words_in_sight() const;

  /// Data files for file functions; null if none.
  const std::shared_ptr<DataFiles>& files() const { return files_; }
  void set_files(std::shared_ptr<DataFiles> files) { files_ = std::move(files); }

 private:
  std::vector<std::string> names_;
  std::map<std::size_t, Values> values_;  ///< by slot; absent: numbers
  std::shared_ptr<std::vector<std::string>> words_ = std::make_shared<std::vector<std::string>>();
  std::set<std::size_t> hidden_names_, hidden_words_;  ///< slots and codes
  std::vector<std::string> refused_;
  std::shared_ptr<DataFiles> files_;
};

/// True if a name may contain `c` after its first character.
bool is_name_character(char c);

/// Column names of the ledger's view `points`, which parameters, axes and derived values must not use.
class ResultNames {
 public:
  ResultNames() = default;  ///< no names
  explicit ResultNames(const std::vector<std::string>& columns);

  /// Throws Error at `key` if it is one of the names, ignoring case as SQL does.
  void refuse(const Reader& key) const;

 private:
  std::set<std::string> lower_case_;
};

/// Adds a new name to `symbols`, even if it collects an error at `key`: not an identifier (then marked as rejected),
/// built in, or in `taken`.
std::size_t add_name(const Reader& key, const ResultNames& taken, Symbols& symbols);

}  // namespace warpledger
